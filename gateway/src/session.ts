/** Pass 6 (docs/spec/GATEWAY.md): who may read the node's data and submit to it. */
import { PAGE_KEY_HEADER, type SessionRequest } from '@cairn/api/gateway';
import { parseCookie, type SetCookie } from 'cookie';
import type { Launch } from './launch.ts';
import type { PageKey, PageKeys } from './page-keys.ts';
import { createSecret, isEqualSecret } from './secret.ts';

/** The values of each header's lines, by its name in lowercase. */
export type Headers = NodeJS.Dict<string[]>;

/**
 * A request needs the process's cookie, which no script can read but browsers send to every port of the host, and with it a
 * page key, which only the gateway's own pages can read.
 */
export class Session {
  /** Made anew by each process and never stored. Its name has the port, so that two gateways do not overwrite each other's. */
  readonly cookie: SetCookie & { readonly value: string };
  readonly keys: PageKeys;
  /** Absent if every browser that opens the port is let in. */
  readonly launch: Launch | undefined;

  constructor(port: number, keys: PageKeys, launch: Launch | undefined) {
    const name = `cairn_gateway_${port}`;
    this.cookie = { name, value: createSecret(), path: '/', httpOnly: true, sameSite: 'strict' };
    this.keys = keys;
    this.launch = launch;
  }

  /** Whether a request has the cookie and a page key, each exactly once. */
  admits(headers: Headers): boolean {
    const header = headers['cookie']?.join('; ') ?? '';
    const { name, value } = this.cookie;
    // A server on another port can set a second cookie of this name, with a longer path; `parseCookie` would pick one.
    const same = header.split(';').filter((pair) => pair.trim().startsWith(`${name}=`));
    const hasCookie = same.length === 1 && isEqualSecret(parseCookie(header)[name] ?? '', value);
    return hasCookie && this.browserOf(headers) !== undefined;
  }

  /** The browser whose page key the request has, exactly once. */
  browserOf(headers: Headers): PageKey | undefined {
    const key = pageKeyOf(headers);
    return key === undefined ? undefined : this.keys.find(key);
  }

  /**
   * Exchanges the launch secret, or a page key, for a session; without a launch secret, nothing is asked for.
   * @returns the page key, with which the browser is to get the cookie; `undefined` if the exchange is refused
   */
  exchange(given: SessionRequest, headers: Headers): string | undefined {
    if ('page_key' in given) return this.keys.find(given.page_key) && given.page_key;
    const secret = 'secret' in given ? given.secret : undefined;
    const isAllowed = this.launch === undefined ? secret === undefined : this.launch.redeem(secret ?? '');
    if (!isAllowed) return undefined;
    // A browser that has a key stays with it, and so stays kept.
    if (this.browserOf(headers) !== undefined) return pageKeyOf(headers);
    return this.keys.create(headers['user-agent']?.[0] ?? '');
  }
}

function pageKeyOf(headers: Headers): string | undefined {
  const given = headers[PAGE_KEY_HEADER.toLowerCase()];
  return given?.length === 1 ? given[0] : undefined;
}
