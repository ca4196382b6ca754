import { sendAnswer } from '@cairn/http';
import type { RequestHandler } from 'express';

/** Request headers that a page may send, listed in `Access-Control-Allow-Headers`. */
const ALLOWED_HEADERS = ['Accept', 'Accept-Language', 'Content-Language', 'Content-Type'];
const ALLOWED_HEADER_NAMES = new Set(ALLOWED_HEADERS.map((name) => name.toLowerCase()));

/** The response header with which browsers let any page read an answer. */
export const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** Value of `Vary`: the request headers that answers depend on, for shared caches. */
export const VARY = 'accept-encoding, origin';

const PREFLIGHT_HEADERS = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Max-Age': '600', // seconds for which a browser may remember a preflight
  'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(', '),
};

/**
 * Lets any page read answers, without credentials, and answers preflights on every path, as Starlette's middleware does.
 * The `cors` package answers a disallowed preflight with a success; the contract requires 400.
 */
export const allowCors: RequestHandler = (request, response, next) => {
  response.setHeader('Vary', VARY);
  const { origin, 'access-control-request-method': method } = request.headers;
  if (origin === undefined) return next();
  if (request.method !== 'OPTIONS' || method === undefined) {
    response.set(ANY_ORIGIN);
    return next();
  }
  response.set(PREFLIGHT_HEADERS);
  const disallowed = disallowedParts(method, request.headers['access-control-request-headers']);
  if (disallowed.length === 0) return void response.type('text/plain').send('OK');
  const message = `Disallowed CORS ${disallowed.join(', ')}`;
  sendAnswer(response, { status: 400, body: { error: 'cors_disallowed', message } });
};

function disallowedParts(method: string, headers: string | undefined): string[] {
  const parts: string[] = [];
  if (method !== 'GET') parts.push('method');
  if (headers !== undefined && !headers.split(',').every(isAllowedHeader)) parts.push('headers');
  return parts;
}

function isAllowedHeader(name: string): boolean {
  return ALLOWED_HEADER_NAMES.has(name.trim().toLowerCase());
}
