/**
 * Passes 1 to 8 of the gateway (docs/spec/GATEWAY.md), in their order: what a request must look like before it has any effect.
 * They read the raw target and the header lines one by one, because a merged or decoded value hides what was sent.
 */
import type { IncomingMessage } from 'node:http';
import type { RouteDefinition, RouteTier } from '@cairn/api';
import { gatewayRoutes } from '@cairn/api/gateway';
import { rpcRoutes } from '@cairn/api/rpc';
import { parseCookie } from 'cookie';
import { GatewayError } from './errors.ts';
import { isEqualSecret } from './session.ts';

/** The gateway's own values; known once it listens. */
export interface Site {
  /** The only accepted `Host`, such as `127.0.0.1:28080` or `[::1]:28080`. */
  readonly host: string;
  /** `localhost:28080`: loading the page from it is redirected to `host`. */
  readonly alias: string;
  /** The only accepted `Origin`: `http://` and `host`. */
  readonly origin: string;
  /** The session's cookie. */
  readonly cookie: { readonly name: string; readonly value: string };
}

/** What a path serves. The ID is its name in the log, which has no paths: they contain addresses. */
interface Route extends Pick<RouteDefinition, 'id' | 'method' | 'path'> {
  /** `public` if the route gives away nothing without the session's cookie. */
  readonly tier: RouteTier;
  /** Matches whole paths. */
  readonly pattern: RegExp;
}

const { status, getAccount, listAccountTransactions, submitTransaction } = rpcRoutes;

/** The gateway's own routes, and the four of the RPC that are forwarded (interface document, section 5.2, item 6). */
const DEFINED = [
  ...Object.values(gatewayRoutes),
  status,
  getAccount,
  listAccountTransactions,
  submitTransaction,
].map(({ id, method, path, tier }): Route => {
  const pattern = path.replace('{address}', '(?<address>[0-9A-Za-z]{1,64})'); // the node checks it
  return { id, method, path, tier, pattern: new RegExp(`^${pattern}$`) };
});

const ROUTES: readonly Route[] = [
  { id: 'page', method: 'GET', path: '/', tier: 'public', pattern: /^\/$/ },
  ...DEFINED,
  // The page's files. What the build does not contain is 404 after the checks.
  { id: 'file', method: 'GET', path: '/', tier: 'public', pattern: /^\/(?!v1\/|gateway\/).+$/ },
];

/** @returns `undefined` for a path that is not served */
export function routeOf(request: IncomingMessage): Route | undefined {
  const { path } = splitTarget(request);
  return ROUTES.find(({ pattern }) => pattern.test(path));
}

/** The target up to its first `?`, and what follows. */
function splitTarget({ url = '' }: IncomingMessage): { path: string; query: string | undefined } {
  const mark = url.indexOf('?');
  return mark === -1
    ? { path: url, query: undefined }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** The values of a header's lines; empty if it is absent. @param name in lowercase */
function linesOf(request: IncomingMessage, name: string): readonly string[] {
  return request.headersDistinct[name] ?? [];
}

/** True if a header is there once, with exactly this value. */
function isExactly(request: IncomingMessage, name: string, value: string): boolean {
  const lines = linesOf(request, name);
  return lines.length === 1 && lines[0] === value;
}

/** @throws GatewayError if the request is rejected */
type Check = (request: IncomingMessage, site: Site) => void;

/** Pass 1. `HttpServer` does the rest of it: address, time-outs, sizes, malformed bytes, `CONNECT`. */
const checkListener: Check = (request) => {
  if (request.httpVersion !== '1.1') throw new GatewayError('http_version_not_supported');
  if (linesOf(request, 'expect').length > 0) throw new GatewayError('expectation_failed');
  if (linesOf(request, 'upgrade').length > 0) throw new GatewayError('upgrade_refused');
};

/** Pass 2. Escapes are rejected rather than decoded, so that no later parser can read the target differently. */
const checkTarget: Check = (request) => {
  const target = request.url ?? '';
  if (!target.startsWith('/')) throw new GatewayError('invalid_target');
  const isAmbiguous = /[%\\#]|\/\/|[^\x21-\x7e]/.test(target);
  const hasDots = splitTarget(request)
    .path.split('/')
    .some((segment) => segment === '.' || segment === '..');
  if (isAmbiguous || hasDots) throw new GatewayError('not_found');
};

/** Pass 3. Stops DNS rebinding, where `Host` is the attacker's name. */
const checkHost: Check = (request, { host, alias, origin }) => {
  if (isExactly(request, 'host', host)) return;
  const opensPage = request.method === 'GET' && request.url === '/';
  if (opensPage && isExactly(request, 'host', alias))
    throw new GatewayError('moved', { Location: `${origin}/` });
  throw new GatewayError('misdirected_request');
};

/** Pass 4. For a path that is not served, GET and POST go on to pass 7. */
const checkMethod: Check = (request) => {
  const route = routeOf(request);
  const allowed = route === undefined ? ['GET', 'POST'] : [route.method];
  if (!allowed.includes(request.method ?? ''))
    throw new GatewayError('method_not_allowed', { Allow: allowed.join(', ') });
};

/** Pass 5. Browsers set `Sec-Fetch-*` and `Origin`; no page can forge them. */
const checkSameOrigin: Check = (request, { origin }) => {
  // Browsers leave `Origin` out of a GET of the same origin.
  const mayOmitOrigin = request.method === 'GET' && linesOf(request, 'origin').length === 0;
  const isOwn = mayOmitOrigin || isExactly(request, 'origin', origin);
  const isPage = routeOf(request)?.id === 'page';
  if (!isOwn || !(isPage ? isTopNavigation(request) : isSentByPage(request)))
    throw new GatewayError('cross_origin');
};

function isSentByPage(request: IncomingMessage): boolean {
  return (
    isExactly(request, 'sec-fetch-site', 'same-origin') &&
    !linesOf(request, 'sec-fetch-mode').includes('navigate')
  );
}

/**
 * True for a navigation of a whole tab, from wherever. A client without any `Sec-Fetch-*` header (curl, a health check) gets
 * the page too: it contains no secrets, and such a client's further requests are rejected.
 */
function isTopNavigation(request: IncomingMessage): boolean {
  const hasNoMetadata = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'].every(
    (name) => linesOf(request, name).length === 0,
  );
  return (
    hasNoMetadata ||
    (isExactly(request, 'sec-fetch-mode', 'navigate') && isExactly(request, 'sec-fetch-dest', 'document'))
  );
}

/** Pass 6. */
const checkCookie: Check = (request, site) => {
  if (routeOf(request)?.tier !== 'public' && !hasSession(request, site))
    throw new GatewayError('session_expired');
};

/** Whether the request has the session's cookie, exactly once. */
export function hasSession(request: IncomingMessage, { cookie }: Site): boolean {
  const header = linesOf(request, 'cookie').join('; ');
  // A server on another port can set a second cookie of this name, with a longer path; `parseCookie` would pick one.
  const sent = header.split(';').filter((pair) => pair.trim().startsWith(`${cookie.name}=`));
  const value = parseCookie(header)[cookie.name] ?? '';
  return sent.length === 1 && isEqualSecret(value, cookie.value);
}

/** Pass 7. */
const checkAllowlist: Check = (request) => {
  const route = routeOf(request);
  if (route === undefined) throw new GatewayError('not_found');
  const { query } = splitTarget(request);
  if (query === undefined) return;
  if (route.id !== listAccountTransactions.id) throw new GatewayError('invalid_query');
  parseHistoryQuery(query);
};

/** Parses `limit` and `cursor`, each at most once and in a form that needs no encoding. The node checks the values. */
function parseHistoryQuery(query: string): URLSearchParams {
  const values = new URLSearchParams(query);
  if (new Set(values.keys()).size < values.size) throw new GatewayError('invalid_query');
  for (const [name, value] of values) {
    if (name !== 'limit' && name !== 'cursor') throw new GatewayError('invalid_query');
    if (!/^[\w.-]{0,1024}$/.test(value)) throw new GatewayError(`invalid_${name}`);
  }
  return values;
}

/** The target of the request to the node (pass 9), built from the parts that pass 7 has checked. */
export function nodeTarget(request: IncomingMessage): string {
  const { path, query } = splitTarget(request);
  const { path: template, pattern } = routeOf(request)!;
  const target = template.replace('{address}', pattern.exec(path)?.groups?.['address'] ?? '');
  return query === undefined ? target : `${target}?${parseHistoryQuery(query).toString()}`;
}

/** Bytes of a body. A submission has 436, or a few more with white space. */
export const MAX_BODY_BYTES = 4_096;

/** Pass 8, before the body is read. */
const checkBody: Check = (request) => {
  const lengths = linesOf(request, 'content-length');
  const isEncoded = linesOf(request, 'transfer-encoding').length > 0;
  if (request.method !== 'POST') {
    if (isEncoded || lengths.some((length) => length !== '0')) throw new GatewayError('unexpected_body');
    return;
  }
  if (isEncoded || lengths.length !== 1) throw new GatewayError('length_required');
  if (Number(lengths[0]) > MAX_BODY_BYTES) throw new GatewayError('request_too_large');
  const [type = '', ...more] = linesOf(request, 'content-type');
  const isJson = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i.test(type);
  if (!isJson || more.length > 0) throw new GatewayError('unsupported_media_type');
};

/** Passes 1 to 8 in their order. */
const PASSES = [
  checkListener,
  checkTarget,
  checkHost,
  checkMethod,
  checkSameOrigin,
  checkCookie,
  checkAllowlist,
  checkBody,
];
export const checkRequest: Check = (request, site) => {
  for (const check of PASSES) check(request, site);
};
