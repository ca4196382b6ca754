/** The session of this page with the gateway that served it (docs/spec/GATEWAY.md, pass 6). */
import {
  createGatewayClient,
  type GatewayClient,
  PAGE_KEY_HEADER,
  type SessionRequest,
} from '@cairn/api/gateway';
import { ApiError } from '@cairn/api/rpc';

/** The part of the browser's address bar that the page uses. */
export interface AddressBar {
  /** The fragment with its `#`. */
  readonly hash: string;
  /** Replaces the address and its entry in the browser's history. */
  replace(path: string): void;
}

/** The page's own address bar. */
export const addressBar: AddressBar = {
  get hash() {
    return location.hash;
  },
  replace: (path) => history.replaceState(null, '', path),
};

const LAUNCH = /^#launch=(?<secret>[A-Za-z0-9_-]{43})$/;

/** Whether the fragment contains a launch secret. */
export function isLaunchAddress(hash: string): boolean {
  return LAUNCH.test(hash);
}

/**
 * Why a page has no session. `new`: this browser was not let in yet; `ended`: the gateway was restarted and had not kept this
 * browser, or its owner removed it; `refused`: the launch secret was used before, or is another gateway's; `blocked`: the
 * gateway let the browser in, but the browser did not keep the cookie or the key.
 */
export type NoSession = 'new' | 'ended' | 'refused' | 'blocked';

const KEY = 'cairn-page-key';
const TIMEOUT_MS = 5_000;

/** Keeps the page's key, and exchanges it for the gateway's cookie, which no script can read. */
export class Session {
  /** The gateway's own routes. */
  readonly gateway: GatewayClient;
  readonly #storage: () => Storage;
  readonly #fetch: typeof globalThis.fetch;
  #why: NoSession = 'new';

  /**
   * @param origin the gateway's
   * @param storage returns the origin's local storage, or throws if the browser forbids it
   * @param send the network
   */
  constructor(
    origin: string,
    storage: () => Storage = () => localStorage,
    send: typeof globalThis.fetch = (input, init) => fetch(input, init),
  ) {
    this.#storage = storage;
    this.#fetch = send;
    this.gateway = createGatewayClient({ baseUrl: origin, timeoutMs: TIMEOUT_MS, fetch: this.fetch });
  }

  /** Why the page has no session, if it has none. */
  get why(): NoSession {
    return this.#why;
  }

  /** Sends a request with the page's key. */
  readonly fetch: typeof globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    const key = this.#key;
    if (key !== undefined) headers.set(PAGE_KEY_HEADER, key);
    return this.#fetch(input, { ...init, headers });
  };

  /** Removes the launch secret from the address and exchanges it; nothing for another address. Never rejects. */
  async launch(bar: AddressBar = addressBar): Promise<void> {
    const secret = LAUNCH.exec(bar.hash)?.groups?.['secret'];
    if (secret === undefined) return;
    bar.replace('/');
    // Without an answer, the page's next request reports that the gateway does not answer.
    await this.#exchange({ secret }).catch(() => undefined);
  }

  /**
   * Whether the page has a session. Without one it exchanges its key, once: a key that is refused is dropped. It asks first,
   * because browsers log a refused request as an error of the page. Rejects as the client does.
   */
  async open(): Promise<boolean> {
    const { open, launch_secret: needsSecret } = await this.gateway.getAccess();
    if (open) this.#why = 'ended'; // from now on
    if (open || this.#why === 'blocked') return open;
    const key = this.#key;
    if (!needsSecret) return await this.#exchange({});
    return key !== undefined && (await this.#exchange({ page_key: key }));
  }

  /** @returns whether the page has a session now. @throws the client's error, unless the gateway refused */
  async #exchange(request: SessionRequest): Promise<boolean> {
    try {
      this.#key = (await this.gateway.openSession(request)).page_key;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if ('secret' in request) this.#why = 'refused';
      else if (this.#why === 'new') this.#why = 'ended';
      // Another tab may have a new one.
      if ('page_key' in request && this.#key === request.page_key) this.#key = undefined;
      return false;
    }
    const { open } = await this.gateway.getAccess();
    this.#why = open ? 'ended' : 'blocked';
    return open;
  }

  get #key(): string | undefined {
    try {
      return this.#storage().getItem(KEY) ?? undefined;
    } catch {
      return undefined; // the browser forbids storage
    }
  }

  set #key(key: string | undefined) {
    try {
      if (key === undefined) this.#storage().removeItem(KEY);
      else this.#storage().setItem(KEY, key);
    } catch {
      // Then the page has no session, and says so.
    }
  }
}
