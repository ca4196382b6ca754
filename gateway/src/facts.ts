import type { IncomingMessage } from 'node:http';
import type { Route } from './routes.ts';

/** The session cookie of this gateway process: created when it starts, never stored. */
export interface SessionCookie {
  /** Contains the port: browsers send cookies to every port, and two gateways must not overwrite each other's. */
  readonly name: string;
  readonly value: string;
  /** Value of the `Set-Cookie` header that gives a browser the session. */
  readonly setCookie: string;
}

/** The gateway's values that the passes compare requests with; fixed once the gateway's port is known. */
export interface GatewayFacts {
  /** The only accepted `Host`, such as `127.0.0.1:28080` or `[::1]:28080`. */
  readonly host: string;
  /** Alternative `Host`, such as `localhost:28080`: loading the page from it is redirected to `host`. */
  readonly alias: string;
  /** The only accepted `Origin`: `http://` and `host`. */
  readonly origin: string;
  readonly cookie: SessionCookie;
  /** Maximum number of header lines in a request. */
  readonly maxHeaders: number;
}

/** The raw values of a request: nothing is merged or normalized. */
export interface RequestFacts {
  /** `1.1` for HTTP/1.1. */
  readonly httpVersion: string;
  readonly method: string;
  /** The raw request target. */
  readonly target: string;
  /** The target up to the first `?`. */
  readonly path: string;
  /** The target after the first `?`; absent without one. */
  readonly query: string | undefined;
  /** The values of all HTTP header lines, by lowercase name, in the order of the lines. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly headerCount: number;
  /** The route with exactly this path, if there is one. */
  readonly route: Route | undefined;
}

/**
 * Reads the facts from Node's raw header list, because the merged `headers` object hides duplicate lines.
 * @param findRoute must not throw on any text
 */
export function readFacts(
  request: IncomingMessage,
  findRoute: (path: string) => Route | undefined,
): RequestFacts {
  const target = request.url ?? '';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return {
    httpVersion: request.httpVersion,
    method: request.method ?? '',
    target,
    path,
    query: mark === -1 ? undefined : target.slice(mark + 1),
    headers: readHeaders(request.rawHeaders),
    headerCount: request.rawHeaders.length / 2,
    route: findRoute(path),
  };
}

/** Groups the values of Node's flat list `[name, value, name, value, …]` by lowercase name. */
export function readHeaders(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = rawHeaders[at + 1]!;
    const values = headers.get(name);
    if (values === undefined) headers.set(name, [value]);
    else values.push(value);
  }
  return headers;
}

/** All values of a header; empty if it is absent. @param name in lowercase */
export function valuesOf(facts: Pick<RequestFacts, 'headers'>, name: string): readonly string[] {
  return facts.headers.get(name) ?? [];
}

/** True if the request has this header exactly once, with exactly this value. @param name in lowercase */
export function isExactly(facts: Pick<RequestFacts, 'headers'>, name: string, value: string): boolean {
  const values = valuesOf(facts, name);
  return values.length === 1 && values[0] === value;
}
