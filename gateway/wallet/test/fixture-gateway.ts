import type { GatewayConfig, SessionRequest } from '@cairn/api/gateway';
import { PAGE_KEY_HEADER } from '@cairn/api/gateway';
import { createChain, type TestChain } from '@cairn/testkit';

/** The key of a page that was let in. */
export const PAGE_KEY = 'pK_-'.repeat(11).slice(0, 43);
/** Of the gateway: the chain's own RPC, without a port. */
export const ORIGIN = 'http://rpc';

/** A response that replaces the usual one. `silence` never comes; `hang_up` breaks the connection. */
export type Override = { readonly status: number; readonly body: unknown } | 'silence' | 'hang_up';

/** What a hostile or broken node says in place of the fields of a response. */
type Lie = Record<string, unknown>;

/**
 * Who a gateway lets in, before the node of a devnet in this process. A test changes its chain by `chain.devnet`, and single
 * responses here.
 */
export class FixtureGateway {
  /** From `open` on; at genesis, where each development account has a million coins. It mines when it is told to. */
  chain!: TestChain;
  config: GatewayConfig = { network: 'devnet', explorer_url: null, kept: false };
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
  /** Replaces every response, or the response to a submission (which then does not reach the node). */
  override: Override | undefined = 'hang_up';
  submitOverride: Override | undefined;
  /** Of the status, of accounts, and of pages of history. */
  statusLie: Lie = {};
  accountLie: Lie = {};
  historyLie: Lie = {};
  /** Submissions, and requests for accounts, wait for these promises before they reach the node. */
  holdSubmission: Promise<void> = Promise.resolve();
  hold: Promise<void> = Promise.resolve();
  /** True if the node rejects every cursor. */
  cursorsForgotten = false;
  /** Every `raw` that arrived. */
  readonly submissions: string[] = [];
  /** Method and path of every request, oldest first. */
  readonly requests: string[] = [];

  async open(chain?: TestChain): Promise<void> {
    this.chain = chain ?? (await createChain());
    this.override = undefined;
  }

  /** Restarts it, with no browser kept. */
  forgetBrowsers(): void {
    this.sessionValid = false;
    this.pageKeys.clear();
  }

  /** The network, for pages at {@link ORIGIN}. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    this.requests.push(`${request.method} ${pathname}`);
    if (this.override !== undefined) return replace(request, this.override);
    if (pathname === '/gateway/access') {
      const open = this.sessionValid && this.pageKeys.has(request.headers.get(PAGE_KEY_HEADER)!);
      return Response.json({ open, launch_secret: this.needsSecret });
    }
    if (pathname === '/gateway/session') return this.#exchange((await request.json()) as SessionRequest);
    if (!this.sessionValid) return refuse(403, 'session_expired');
    if (pathname === '/gateway/config') return Response.json(this.config);
    if (pathname === '/v1/transactions') {
      this.submissions.push(((await request.clone().json()) as { raw: string }).raw);
      await this.holdSubmission;
      if (this.submitOverride !== undefined) return replace(request, this.submitOverride);
    }
    const isAccount = pathname.startsWith('/v1/accounts/');
    if (isAccount) await this.hold;
    if (this.cursorsForgotten && searchParams.has('cursor')) return refuse(400, 'invalid_cursor');
    const response = await this.chain.fetch(request);
    const isHistory = pathname.endsWith('/transactions');
    const lie = isAccount ? (isHistory ? this.historyLie : this.accountLie) : this.statusLie;
    if (request.method === 'POST' || Object.keys(lie).length === 0) return response;
    return Response.json({ ...((await response.json()) as Lie), ...lie });
  };

  #exchange(request: SessionRequest): Response {
    const given = 'page_key' in request ? request.page_key : PAGE_KEY;
    const isGiven =
      'secret' in request
        ? request.secret === this.secret
        : 'page_key' in request
          ? this.pageKeys.has(given)
          : !this.needsSecret;
    if (!isGiven) return refuse(403, 'launch_refused');
    if ('secret' in request) this.secret = undefined;
    this.pageKeys.add(given);
    this.sessionValid = !this.losesCookies;
    return Response.json({ page_key: given });
  }
}

const refuse = (status: number, error: string): Response => Response.json({ error, message: '' }, { status });

function replace({ signal }: Request, override: Override): Response | Promise<Response> {
  if (override === 'hang_up') throw new TypeError('fetch failed');
  if (override !== 'silence') return Response.json(override.body, { status: override.status });
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
