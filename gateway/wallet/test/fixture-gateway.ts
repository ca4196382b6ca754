import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayConfig, SessionRequest } from '@cairn/api/gateway';
import type { RpcAccount, RpcStatus, RpcTransaction } from '@cairn/api/rpc';
import { bytesToHex, decodeTransaction, hexToBytes, transactionId } from '@cairn/protocol';

/** The key of a page that was let in. */
export const PAGE_KEY = 'pK_-'.repeat(11).slice(0, 43);

/** An answer that replaces the usual one. `silence` never answers; `hang_up` closes the connection. */
export type Override = { readonly status: number; readonly body: unknown } | 'silence' | 'hang_up';

/**
 * Gateway and node in one on a real port, as the wallet page sees them: answers for one account, which a test can
 * change. Submissions are added to `pending`, as by a node.
 */
export class FixtureGateway {
  config: GatewayConfig = { network: 'devnet', explorer_url: null, kept: false };
  status: RpcStatus = {
    network: 'devnet',
    chain_id: 3,
    magic: 'ca19e003',
    data_dir: '/data',
    api_version: 1,
    initialized: true,
    height: 12,
    best_peer_height: -1,
    peer_count: 0,
    peers: [],
    syncing: false,
    ready: true,
  };
  balance = 1_000_000_000n;
  nonce = 0;
  /** Whether an address holds the balance; others hold nothing. */
  holds: (address: string) => boolean = () => true;
  mempoolAvailable = true;
  pending: RpcTransaction[] = [];
  confirmed: RpcTransaction[] = [];
  /** False if the gateway was restarted: an exchange makes the session valid again. */
  sessionValid = true;
  /** The page keys that it accepts. */
  readonly pageKeys = new Set([PAGE_KEY]);
  /** The launch secret that it accepts, once. */
  secret: string | undefined;
  /** False if it lets every browser in. */
  needsSecret = true;
  /** True if the browser keeps no cookies. */
  losesCookies = false;
  /** Replaces every answer, or the answer to a submission (which is then not accepted). */
  override: Override | undefined;
  submitOverride: Override | undefined;
  /** Fields that replace those in answers about accounts, or in pages of history. */
  accountLie: Record<string, unknown> = {};
  historyLie: Record<string, unknown> = {};
  /** Answers to submissions wait for this promise. */
  holdSubmission: Promise<void> = Promise.resolve();
  /** True if the node rejects every cursor. */
  cursorsForgotten = false;
  /** Answers about accounts wait for this promise. */
  hold: Promise<void> = Promise.resolve();
  /** Every `raw` that arrived. */
  readonly submissions: string[] = [];
  /** Method and path of every request, oldest first. */
  readonly requests: string[] = [];
  #server: Server | undefined;

  /** Restarts it, with no browser kept. */
  forgetBrowsers(): void {
    this.sessionValid = false;
    this.pageKeys.clear();
  }

  /** Starts to listen. @returns the base URL */
  async open(): Promise<string> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.#server!.once('listening', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** Moves everything that is pending into a block. */
  mine(): void {
    this.status = { ...this.status, height: this.status.height + 1 };
    for (const item of this.pending.toReversed()) {
      this.nonce = item.nonce;
      this.balance -= BigInt(item.value) + BigInt(item.fee);
    }
    const { height } = this.status;
    const mined = this.pending.map((item): RpcTransaction => {
      return { ...item, status: 'confirmed', block_height: height, timestamp: 1_767_225_600 + height };
    });
    this.confirmed = [...mined, ...this.confirmed];
    this.pending = [];
  }

  /** Replaces the newest block by `blocks` empty ones. Its transactions are pending again, or lost with `forget`. */
  reorganize({ blocks = 2, forget = false } = {}): void {
    const { height } = this.status;
    const left = this.confirmed.filter((item) => item.block_height === height);
    this.confirmed = this.confirmed.filter((item) => item.block_height !== height);
    for (const { value, fee } of left) this.balance += BigInt(value) + BigInt(fee);
    this.nonce -= left.length;
    const again = left.map((item): RpcTransaction => {
      return { ...item, status: 'pending', block_height: null, timestamp: null };
    });
    this.pending = forget ? [] : [...this.pending, ...again];
    this.status = { ...this.status, height: height - 1 + blocks };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://fixture');
    this.requests.push(`${request.method} ${pathname}`);
    const body = await readText(request);
    if (this.override !== undefined) return applyOverride(response, this.override);
    if (pathname === '/gateway/access') {
      const open = this.sessionValid && this.pageKeys.has(String(request.headers['x-cairn-page-key']));
      return send(response, 200, { open, launch_secret: this.needsSecret });
    }
    if (pathname === '/gateway/session') return this.#exchange(response, JSON.parse(body) as SessionRequest);
    if (!this.sessionValid) return send(response, 403, { error: 'session_expired', message: '' });
    if (pathname === '/gateway/config') return send(response, 200, this.config);
    if (pathname === '/v1/status') return send(response, 200, this.status);
    if (pathname === '/v1/transactions')
      return await this.#submit(response, JSON.parse(body) as { raw: string });
    const [, address, history] = /^\/v1\/accounts\/(\w+)(\/transactions)?$/.exec(pathname) ?? [];
    if (address === undefined) return send(response, 404, { error: 'not_found', message: '' });
    await this.hold;
    if (this.cursorsForgotten && searchParams.has('cursor')) {
      return send(response, 400, { error: 'invalid_cursor', message: '' });
    }
    return send(response, 200, history ? this.#history(address, searchParams) : this.#account(address));
  }

  #exchange(response: ServerResponse, request: SessionRequest): void {
    const given = 'page_key' in request ? request.page_key : PAGE_KEY;
    const isGiven =
      'secret' in request
        ? request.secret === this.secret
        : 'page_key' in request
          ? this.pageKeys.has(given)
          : !this.needsSecret;
    if (!isGiven) return send(response, 403, { error: 'launch_refused', message: '' });
    if ('secret' in request) this.secret = undefined;
    this.pageKeys.add(given);
    this.sessionValid = !this.losesCookies;
    send(response, 200, { page_key: given });
  }

  #account(address: string): RpcAccount & Record<string, unknown> {
    const own = this.pending.filter((item) => item.from_address === address);
    const spent = own.reduce((sum, item) => sum + BigInt(item.value) + BigInt(item.fee), 0n);
    const count = this.mempoolAvailable ? own.length : 0;
    const balance = this.holds(address) ? this.balance : 0n;
    return {
      network: this.status.network,
      address,
      balance: String(balance),
      spendable_balance: String(this.mempoolAvailable ? balance - spent : balance),
      nonce: this.nonce,
      next_nonce: this.nonce + 1 + count,
      pending_outgoing_count: count,
      mempool_available: this.mempoolAvailable,
      ...this.accountLie,
    };
  }

  #history(address: string, query: URLSearchParams): unknown {
    const limit = Number(query.get('limit') ?? 50);
    const start = Number(query.get('cursor')?.slice('at-'.length) ?? 0);
    const pending = query.has('cursor') || !this.mempoolAvailable ? [] : this.pending;
    const confirmed = this.confirmed.slice(start, start + limit - pending.length);
    const next = start + confirmed.length;
    return {
      network: this.status.network,
      address,
      mempool_available: this.mempoolAvailable,
      transactions: [...pending, ...confirmed],
      next_cursor: next < this.confirmed.length ? `at-${next}` : null,
      ...this.historyLie,
    };
  }

  async #submit(response: ServerResponse, { raw }: { raw: string }): Promise<void> {
    this.submissions.push(raw);
    await this.holdSubmission;
    if (this.submitOverride !== undefined) return applyOverride(response, this.submitOverride);
    const bytes = hexToBytes(raw);
    const { chain, nonce, fee, value, fromAddress, toAddress } = decodeTransaction(bytes);
    const transaction: RpcTransaction = {
      id: transactionId(hexToBytes(bytesToHex(bytes))),
      chain,
      nonce,
      fee: String(fee),
      value: String(value),
      from_address: fromAddress,
      to_address: toAddress,
      status: 'pending',
      block_height: null,
      timestamp: null,
    };
    const former = this.pending.find((item) => item.nonce === nonce && item.id !== transaction.id);
    if (former !== undefined && BigInt(transaction.fee) * 10n < BigInt(former.fee) * 11n) {
      const reason = 'replacement_fee_too_low';
      return send(response, 422, { error: 'transaction_rejected', message: '', reason });
    }
    const others = this.pending.filter((item) => item.id !== transaction.id && item !== former);
    this.pending = [transaction, ...others];
    const receipt = { network: 'devnet', accepted: true, broadcast: false, relay_count: 0, transaction };
    return send(response, 202, receipt);
  }
}

function applyOverride(response: ServerResponse, override: Override): void {
  if (override === 'hang_up') response.destroy();
  else if (override !== 'silence') send(response, override.status, override.body);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
