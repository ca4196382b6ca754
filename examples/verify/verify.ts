// Verifies what anybody's Explorer API says, in Node and in a browser alike: the server is believed in nothing but which chain has the
// most work. Ask the APIs of other operators too, and take the chain with the most (`HeaderChain.work`).
import {
  type AccountRow,
  type Address,
  type BlockId,
  formatCoins,
  getNetwork,
  HEADER_SIZE,
  HeaderChain,
  type NetworkName,
  parsePaymentReceipt,
  verifyAccount,
  type VerifiedPayment,
  verifyPayment,
} from '@cairn/protocol';

const HEADERS_AT_ONCE = 2_000;
const ROWS_AT_ONCE = 100;
/** How often an account is asked for while new blocks come. */
const ATTEMPTS = 5;

async function get(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** A server's chain: every header from the genesis block on is checked, once. */
export class CheckedChain {
  readonly #api: string;
  readonly #chain: HeaderChain;
  readonly #blocks = new Set<BlockId>();

  /** @param api such as `http://127.0.0.1:28000` */
  constructor(api: string, network: NetworkName) {
    this.#api = api;
    this.#chain = HeaderChain.fromGenesis(getNetwork(network));
    this.#blocks.add(this.#chain.id);
  }

  get height(): number {
    return this.#chain.height;
  }

  /** Reads the headers up to the server's tip. @throws if one breaks a rule; after a reorganization, begin a new chain */
  async follow(): Promise<void> {
    for (;;) {
      const from = this.#chain.height + 1;
      const response = await get(`${this.#api}/api/v1/headers?from=${from}&count=${HEADERS_AT_ONCE}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      for (let at = 0; at < bytes.length; at += HEADER_SIZE) {
        this.#blocks.add(this.#chain.add(bytes.subarray(at)).id);
      }
      if (bytes.length < HEADERS_AT_ONCE * HEADER_SIZE) return;
    }
  }

  /** Balance and history of an address by the newest block: none of its transactions is missing, and none is invented. */
  async account(address: Address): Promise<{ balance: bigint; rows: readonly AccountRow[] }> {
    const url = `${this.#api}/api/v1/addresses/${address}/proof?rows=${ROWS_AT_ONCE}`;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const newest = verifyAccount(await (await get(url)).json(), { address, network: this.#chain.network });
      await this.follow();
      if (newest.id !== this.#chain.id) continue; // a block came in between
      const rows = [...newest.rows];
      for (let newer = newest; newer.missing > 0;) {
        const oldest = newer.rows.at(-1);
        if (oldest === undefined) throw new Error('the server withholds transactions');
        const answer = await get(`${url}&before=${oldest.height}-${oldest.index}`);
        newer = verifyAccount(await answer.json(), { address, network: this.#chain.network, newer });
        rows.push(...newer.rows);
      }
      return { balance: newest.record?.balance ?? 0n, rows };
    }
    throw new Error('the server gives no proof for its newest block');
  }

  /** A payment, from the text of its proof (`cairn-proof-1.…`), and the blocks on top of it. */
  async payment(proof: string): Promise<VerifiedPayment & { onTop: number }> {
    const receipt = parsePaymentReceipt(proof.trim());
    if (receipt === undefined) throw new Error('not a proof of a payment');
    const payment = verifyPayment(receipt);
    await this.follow();
    if (!this.#blocks.has(payment.blockId)) throw new Error('its block is not in this chain');
    return { ...payment, onTop: this.height - payment.header.height };
  }
}

/** What is proven of an address, or of a payment by its proof, in one line. */
export async function verify(api: string, network: NetworkName, asked: string): Promise<string> {
  const chain = new CheckedChain(api, network);
  if (!asked.startsWith('cairn-proof-')) {
    const { balance, rows } = await chain.account(asked);
    return `${formatCoins(balance)} CRN after ${rows.length} transactions, by block ${chain.height}`;
  }
  const { transaction, header, onTop } = await chain.payment(asked);
  const { value, toAddress } = transaction;
  return `${formatCoins(value)} CRN for ${toAddress} in block ${header.height}, ${onTop} blocks on top`;
}
