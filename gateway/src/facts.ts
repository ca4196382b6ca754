import type { IncomingMessage } from 'node:http';
import type { Route } from './routes.ts';

/** The session cookie of this process: made at its start, never stored, invalid after its end. */
export interface SessionCookie {
  /** Contains the port, because browsers send cookies to every port: two gateways must not overwrite each other's. */
  readonly name: string;
  readonly value: string;
  /** Value of the `Set-Cookie` header that begins a session. */
  readonly setCookie: string;
}

/** The gateway's own values that the passes compare with; fixed once its port is known. */
export interface GatewayFacts {
  /** The one accepted `Host`: `127.0.0.1:28080` or `[::1]:28080`. */
  readonly host: string;
  /** Host whose page loads are redirected to the canonical one: `localhost:28080`. */
  readonly alias: string;
  /** The one accepted `Origin`: `http://` and the host. */
  readonly origin: string;
  readonly cookie: SessionCookie;
  /** Header lines that one request may have. */
  readonly maxHeaders: number;
}

/** The raw values of a request, as received: nothing is merged or normalized. */
export interface RequestFacts {
  /** `1.1` for HTTP/1.1. */
  readonly httpVersion: string;
  readonly method: string;
  /** The raw request target. */
  readonly target: string;
  /** The target up to the first `?`. */
  readonly path: string;
  /** The target behind the first `?`; absent without one, empty behind a bare one. */
  readonly query: string | undefined;
  /** Every value of every header line, by lowercase name, in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly headerCount: number;
  /** The route of this exact path, if it is served. */
  readonly route: Route | undefined;
}

/**
 * Reads the facts from Node's raw header list: its merged `headers` object hides duplicate lines.
 * @param findRoute exact look-up of a path; it must not throw on any text
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

/** Groups Node's flat `[name, value, name, value, …]`. */
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

/** Every value of a header, by lowercase name; empty when it is absent. */
export function valuesOf(facts: Pick<RequestFacts, 'headers'>, name: string): readonly string[] {
  return facts.headers.get(name) ?? [];
}

/** True when the header is there exactly once and is byte-equal to `value`. */
export function isExactly(facts: Pick<RequestFacts, 'headers'>, name: string, value: string): boolean {
  const values = valuesOf(facts, name);
  return values.length === 1 && values[0] === value;
}
