import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_KEY_HEADER } from '@cairn/api/gateway';
import { pino } from 'pino';
import { openGateway, type Gateway, type GatewayOptions } from '../src/gateway.ts';
import { sendBytes, type RawExchange, type RawOptions, type RawResponse } from './raw-client.ts';
import { startRecordingNode, type RecordingNode } from './recording-node.ts';

/** The wallet page that the gateway serves in these tests. */
export const PAGE = '<!doctype html><script type="module" src="/assets/index-Ab12.js"></script>';
/** Has the length of an address; the gateway does not check the checksum. */
export const ADDRESS = 'dDevnetAddressOf34Characters123456';
/** Hex of 213 bytes, the size of a transaction, with digits in lower and upper case. */
export const RAW = 'aB'.repeat(213);

/** Headers of a page without a session. */
export const STRANGER = { Cookie: undefined, [PAGE_KEY_HEADER]: undefined };

/** The page key that an exchange gave. */
export function pageKeyOf({ body }: RawResponse): string {
  return (JSON.parse(body) as { page_key: string }).page_key;
}

/** A header's value, the values of several lines with the same name, or `undefined` to leave the header out. */
export type HeaderValue = string | readonly string[] | undefined;

/** Changes that a test makes to a request of the gateway's page. */
export interface Shape {
  readonly method?: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, HeaderValue>>;
  readonly body?: string;
}

/** A gateway between a raw client and a recording node, on free ports and with a temporary folder. */
export class Harness {
  readonly directory: string;
  readonly tokenFile: string;
  /** All tokens that were written to the token file. */
  readonly tokens: string[] = [];
  /** Launch secrets that the tests have read. */
  readonly secrets: string[] = [];
  /** Lines of the gateway's debug log. */
  readonly log: string[] = [];
  readonly node: RecordingNode;
  gateway!: Gateway;
  port = 0;
  launchFile: string;
  /** The session's cookie, `name=value`. */
  cookie = '';
  /** The page's own key. */
  pageKey = '';
  #received = '';

  private constructor(directory: string, node: RecordingNode) {
    this.directory = directory;
    this.tokenFile = join(directory, 'rpc.token');
    this.launchFile = join(directory, 'launch.html');
    this.node = node;
  }

  static async start(options: Partial<GatewayOptions> = {}): Promise<Harness> {
    const directory = await mkdtemp(join(tmpdir(), 'cairn-gateway-'));
    const harness = new Harness(directory, await startRecordingNode());
    await harness.writeToken(`first-token-${'t'.repeat(32)}`);
    await harness.#writeWallet();
    await harness.openGateway(options);
    return harness;
  }

  /** Starts the gateway, or starts it again after it was closed. */
  async openGateway(options: Partial<GatewayOptions> = {}): Promise<void> {
    this.gateway = await openGateway({
      host: '127.0.0.1',
      port: 0,
      nodeRpc: `http://127.0.0.1:${this.node.port}`,
      tokenFile: this.tokenFile,
      walletDir: join(this.directory, 'wallet'),
      network: 'devnet',
      explorerUrl: 'http://127.0.0.1:4321',
      launchSecret: true,
      launchFile: this.launchFile,
      logger: pino({ level: 'debug' }, { write: (line: string) => this.log.push(line) }),
      ...options,
    });
    this.port = Number(new URL(this.gateway.origin).port) || 80;
    if ('launchFile' in options)
      this.launchFile = options.launchFile ?? join(this.directory, `wallet-${this.port}.html`);
    const entered = options.launchSecret === false ? await this.exchange({}) : await this.enter();
    this.cookie = entered.headers['set-cookie']!.split(';')[0]!;
    this.pageKey = pageKeyOf(entered);
  }

  /** Opens the page without a cookie. */
  openPage(): Promise<RawResponse> {
    return this.send('/', { headers: { 'Sec-Fetch-Site': undefined, ...STRANGER } });
  }

  /** The valid launch secret. */
  get secret(): string {
    const [, secret] = /#launch=([\w-]{43})"/.exec(readFileSync(this.launchFile, 'utf8'))!;
    this.secrets.push(secret!);
    return secret!;
  }

  /** Sends a launch secret, as a page without a session does. */
  enter(secret = this.secret): Promise<RawResponse> {
    return this.exchange({ secret });
  }

  /** Asks for a session, as a page without one does unless `headers` has its key. */
  exchange(request: object, headers: Shape['headers'] = {}): Promise<RawResponse> {
    return this.post('/gateway/session', request, { ...STRANGER, ...headers });
  }

  post(target: string, value: object, headers: Shape['headers'] = {}): Promise<RawResponse> {
    return this.send(target, { method: 'POST', body: JSON.stringify(value), headers });
  }

  get host(): string {
    return new URL(this.origin).host;
  }

  get origin(): string {
    return this.gateway.origin;
  }

  /** Writes a token to the file that the gateway reads. */
  async writeToken(token: string): Promise<void> {
    this.tokens.push(token);
    await writeFile(this.tokenFile, `${token}\n`, { mode: 0o600 });
  }

  /** Bytes of a request as the wallet page sends it, with a test's changes. */
  render(target: string, { method = 'GET', version = '1.1', headers = {}, body }: Shape = {}): string {
    const posted = method === 'POST' ? { Origin: this.origin, 'Content-Type': 'application/json' } : {};
    const sized = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body, 'latin1')}` };
    const session = { Cookie: this.cookie, [PAGE_KEY_HEADER]: this.pageKey };
    const own = { Host: this.host, 'Sec-Fetch-Site': 'same-origin', ...session };
    const lines = Object.entries<HeaderValue>({ ...own, ...posted, ...sized, ...headers }).flatMap(
      ([name, value]) => [value ?? []].flat().map((line) => `${name}: ${line}\r\n`),
    );
    return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${body ?? ''}`;
  }

  /** Sends one request and returns its response. */
  async send(target: string, shape: Shape = {}): Promise<RawResponse> {
    const { responses } = await this.sendRaw(this.render(target, shape), { responses: 1 });
    assert.equal(responses.length, 1, 'one response');
    return responses[0]!;
  }

  /** Submits a body as the page does. */
  submit(body = JSON.stringify({ raw: RAW }), headers: Shape['headers'] = {}): Promise<RawResponse> {
    return this.send('/v1/transactions', { method: 'POST', body, headers });
  }

  /** Sends bytes unchanged. */
  async sendRaw(bytes: string, options: RawOptions = {}): Promise<RawExchange> {
    const exchange = await sendBytes(this.port, bytes, {
      host: new URL(this.origin).hostname.replaceAll(/[[\]]/g, ''),
      ...options,
    });
    this.#received += exchange.bytes;
    return exchange;
  }

  /** Stops everything. Fails if a token or launch secret reached a client or the log, or the cookie reached the log. */
  async stop(): Promise<void> {
    await this.gateway.close();
    await this.node.close();
    await rm(this.directory, { recursive: true });
    const log = this.log.join('');
    for (const token of this.tokens) {
      assert.equal(this.#received.includes(token), false, 'a token reached a client');
      assert.equal(log.includes(token), false, 'a token reached the log');
    }
    for (const secret of [this.cookie.split('=')[1]!, this.pageKey])
      assert.equal(log.includes(secret), false, 'the cookie or the page key reached the log');
    for (const secret of this.secrets) {
      assert.equal(this.#received.includes(secret), false, 'a launch secret reached a client');
      assert.equal(log.includes(secret), false, 'a launch secret reached the log');
    }
  }

  async #writeWallet(): Promise<void> {
    const wallet = join(this.directory, 'wallet');
    await mkdir(join(wallet, 'assets'), { recursive: true });
    await writeFile(join(wallet, 'index.html'), PAGE);
    await writeFile(join(wallet, 'assets/index-Ab12.js'), 'export {};');
    await writeFile(join(wallet, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(wallet, '.build-stamp'), 'hidden');
  }
}

/**
 * Status and code of an error. Fails unless the body has only these fields and a message, and the headers forbid
 * caching, framing and another request on the connection.
 */
export function errorOf(response: RawResponse): string {
  const { error, message, ...rest } = JSON.parse(response.body) as Record<string, unknown>;
  assert.deepEqual(rest, {});
  assert.equal(typeof message, 'string');
  assert.equal(response.headers['content-type'], 'application/json');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.match(response.headers['content-security-policy'] ?? '', /frame-ancestors 'none'/);
  assert.equal(response.headers['connection'], 'close');
  return `${response.status} ${error as string}`;
}
