/**
 * Passes 1 to 8 of the gateway (docs/spec/GATEWAY.md), in their order: what a request must look like before it has any effect.
 * They read the raw target and the header lines one by one, because a merged or decoded value hides what was sent.
 */
import type { RouteDefinition, RouteTier } from '@cairn/api';
import { gatewayRoutes } from '@cairn/api/gateway';
import { rpcRoutes } from '@cairn/api/rpc';
import type { Request, Response } from 'express';
import { gatewayError } from './errors.ts';
import type { Headers, Session } from './session.ts';

/** The gateway's own values; known once it listens. */
export interface Site {
  /** The only accepted `Host`, such as `127.0.0.1:28080` or `[::1]:28080`. */
  readonly host: string;
  /** `localhost:28080`: loading the page from it is redirected to `host`. */
  readonly alias: string;
  /** The only accepted `Origin`: `http://` and `host`. */
  readonly origin: string;
  readonly session: Session;
}

/** What a path serves. The ID is its name in the log, which has no paths: they contain addresses. */
interface Route extends Pick<RouteDefinition, 'id' | 'method' | 'path'> {
  /** `public` if the route gives away nothing without a session. */
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

/** A request as it was sent: its raw target and header lines, and the route of its path, if it has one. */
export interface Sent {
  readonly httpVersion: string;
  readonly method: string;
  readonly target: string;
  /** The target up to its first `?`. */
  readonly path: string;
  /** What follows that; `undefined` without one. */
  readonly query: string | undefined;
  readonly route: Route | undefined;
  readonly headers: Headers;
}

/** Reads a request, once; later it is `sentOf` its response. */
export function readSent(
  { httpVersion, method, url, headersDistinct: headers }: Request,
  { locals }: Response,
): Sent {
  const [path = ''] = url.split('?', 1);
  const query = path === url ? undefined : url.slice(path.length + 1);
  const route = ROUTES.find(({ pattern }) => pattern.test(path));
  const sent: Sent = { httpVersion, method, target: url, path, query, route, headers };
  locals['sent'] = sent;
  return sent;
}

export const sentOf = ({ locals }: Response): Sent => locals['sent'] as Sent;

/** True if a header is there once, with exactly this value. */
function isExactly({ headers }: Sent, name: string, value: string): boolean {
  return headers[name]?.length === 1 && headers[name][0] === value;
}

/** @throws HttpError if the request is rejected */
type Check = (sent: Sent, site: Site) => void;

/** Pass 1. `HttpServer` does the rest of it: address, time-outs, sizes, malformed bytes, `CONNECT`. */
const checkListener: Check = ({ httpVersion, headers }) => {
  if (httpVersion !== '1.1') throw gatewayError('http_version_not_supported');
  if (headers['expect']) throw gatewayError('expectation_failed');
  if (headers['upgrade']) throw gatewayError('upgrade_refused');
};

/** Pass 2. Escapes are rejected rather than decoded, so that no later parser can read the target differently. */
const checkTarget: Check = ({ target, path }) => {
  if (!target.startsWith('/')) throw gatewayError('invalid_target');
  const isAmbiguous = /[%\\#]|\/\/|[^\x21-\x7e]/.test(target);
  const hasDots = /\/\.{1,2}(\/|$)/.test(path);
  if (isAmbiguous || hasDots) throw gatewayError('not_found');
};

/** Pass 3. Stops DNS rebinding, where `Host` is the attacker's name. */
const checkHost: Check = (sent, { host, alias, origin }) => {
  if (isExactly(sent, 'host', host)) return;
  const opensPage = sent.method === 'GET' && sent.target === '/';
  if (opensPage && isExactly(sent, 'host', alias)) throw gatewayError('moved', { Location: `${origin}/` });
  throw gatewayError('misdirected_request');
};

/** Pass 4. For a path that is not served, GET and POST go on to pass 7. */
const checkMethod: Check = ({ method, route }) => {
  const allowed: readonly string[] = route === undefined ? ['GET', 'POST'] : [route.method];
  if (!allowed.includes(method)) throw gatewayError('method_not_allowed', { Allow: allowed.join(', ') });
};

/** Pass 5. Browsers set `Sec-Fetch-*` and `Origin`; no page can forge them. They leave `Origin` out of a GET of the same origin. */
const checkSameOrigin: Check = (sent, { origin }) => {
  const mayOmitOrigin = sent.method === 'GET' && sent.headers['origin'] === undefined;
  const isOwn = mayOmitOrigin || isExactly(sent, 'origin', origin);
  const isSentAsServed = sent.route?.id === 'page' ? isTopNavigation(sent) : isSentByPage(sent);
  if (!isOwn || !isSentAsServed) throw gatewayError('cross_origin');
};

function isSentByPage(sent: Sent): boolean {
  const isNavigation = sent.headers['sec-fetch-mode']?.includes('navigate');
  return isExactly(sent, 'sec-fetch-site', 'same-origin') && !isNavigation;
}

/**
 * True for a navigation of a whole tab, from wherever. A client without any `Sec-Fetch-*` header (curl, a health check) gets
 * the page too: it contains no secrets, and such a client's further requests are rejected.
 */
function isTopNavigation(sent: Sent): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = sent.headers;
  if ((site ?? mode ?? destination) === undefined) return true;
  return isExactly(sent, 'sec-fetch-mode', 'navigate') && isExactly(sent, 'sec-fetch-dest', 'document');
}

/** Pass 6. */
const checkSession: Check = ({ route, headers }, { session }) => {
  if (route?.tier !== 'public' && !session.admits(headers)) throw gatewayError('session_expired');
};

/** Pass 7. */
const checkAllowlist: Check = ({ route, query }) => {
  if (route === undefined) throw gatewayError('not_found');
  if (query === undefined) return;
  if (route.id !== listAccountTransactions.id) throw gatewayError('invalid_query');
  // `limit` and `cursor`, each at most once and in a form that needs no encoding. The node checks the values.
  const values = new URLSearchParams(query);
  if (new Set(values.keys()).size < values.size) throw gatewayError('invalid_query');
  for (const [name, value] of values) {
    if (name !== 'limit' && name !== 'cursor') throw gatewayError('invalid_query');
    if (!/^[\w.-]{0,1024}$/.test(value)) throw gatewayError(`invalid_${name}`);
  }
};

/** The target of the request to the node (pass 9), built from the parts that pass 7 has checked. */
export function nodeTarget({ path, query, route }: Sent): string {
  const { path: template, pattern } = route!;
  const target = template.replace('{address}', pattern.exec(path)?.groups?.['address'] ?? '');
  return query === undefined ? target : `${target}?${new URLSearchParams(query).toString()}`;
}

/** Bytes of a body. A submission has 436, or a few more with white space. */
export const MAX_BODY_BYTES = 4_096;

/** Pass 8, before the body is read. */
const checkBody: Check = ({ method, headers }) => {
  const lengths = headers['content-length'] ?? [];
  const isEncoded = headers['transfer-encoding'] !== undefined;
  if (method !== 'POST') {
    if (isEncoded || lengths.some((length) => length !== '0')) throw gatewayError('unexpected_body');
    return;
  }
  if (isEncoded || lengths.length !== 1) throw gatewayError('length_required');
  if (Number(lengths[0]) > MAX_BODY_BYTES) throw gatewayError('request_too_large');
  const [type = '', ...more] = headers['content-type'] ?? [];
  const isJson = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i.test(type);
  if (!isJson || more.length > 0 || headers['content-encoding']) throw gatewayError('unsupported_media_type');
};

/** Passes 1 to 8 in their order. */
const PASSES = [
  checkListener,
  checkTarget,
  checkHost,
  checkMethod,
  checkSameOrigin,
  checkSession,
  checkAllowlist,
  checkBody,
];
export const checkRequest: Check = (sent, site) => {
  for (const check of PASSES) check(sent, site);
};
