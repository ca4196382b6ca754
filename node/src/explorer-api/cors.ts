import { sendResponse } from '@cairn/http';
import type { RequestHandler } from 'express';

/** Request headers that a page may send, listed in `Access-Control-Allow-Headers`. */
const ALLOWED_HEADERS = ['Accept', 'Accept-Language', 'Content-Language', 'Content-Type'];
const ALLOWED_HEADER_NAMES = new Set(ALLOWED_HEADERS.map((name) => name.toLowerCase()));

/** With these headers browsers let any page read an answer. They do not depend on the request, so that caches are right. */
export const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
};

/** The headers of every answer. */
export const COMMON_HEADERS = {
  ...ANY_ORIGIN,
  'X-Content-Type-Options': 'nosniff',
  Vary: 'accept-encoding',
};

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Max-Age': '600', // seconds for which a browser may remember a preflight
  'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(', '),
};

/**
 * Lets any page read answers, without credentials, and answers preflights on every path. The `cors` package answers a
 * disallowed preflight with a success; API-DECISIONS requires 400.
 */
export const allowCors: RequestHandler = (request, response, next) => {
  response.set(COMMON_HEADERS);
  const { origin, 'access-control-request-method': method } = request.headers;
  if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) return next();
  response.set(PREFLIGHT_HEADERS);
  const disallowed = disallowedParts(method, request.headers['access-control-request-headers']);
  if (disallowed.length === 0) return void response.type('text/plain').send('OK');
  const message = `Disallowed CORS ${disallowed.join(', ')}`;
  sendResponse(response, { status: 400, body: { error: 'cors_disallowed', message } });
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
