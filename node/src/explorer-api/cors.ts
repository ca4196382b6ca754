import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer } from '../http/answers.ts';

/** Seconds for which a browser may remember a preflight. */
const PREFLIGHT_MAX_AGE = 600;

/** Request headers that a page may always send; `Access-Control-Allow-Headers` names them. */
const ALLOWED_HEADERS = ['Accept', 'Accept-Language', 'Content-Language', 'Content-Type'];
const ALLOWED_HEADER_NAMES = new Set(ALLOWED_HEADERS.map((name) => name.toLowerCase()));

/** Any page may read an answer. */
export const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

const PREFLIGHT_HEADERS = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE),
  'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(', '),
};

/**
 * Reading from any page, without credentials: a request with `Origin` may be read, and a preflight is answered here on
 * every path, as Starlette's middleware does it.
 * @returns true when the request was a preflight and is answered
 */
export function answerCors(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.headers.origin === undefined) return false;
  const method = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || method === undefined) {
    reply.headers(ANY_ORIGIN);
    return false;
  }
  answerPreflight(reply, disallowedParts(method, request.headers['access-control-request-headers']));
  return true;
}

function disallowedParts(method: string, headers: string | undefined): string[] {
  const parts: string[] = [];
  if (method !== 'GET') parts.push('method');
  if (headers !== undefined && !headers.split(',').every(isAllowedHeader)) parts.push('headers');
  return parts;
}

function isAllowedHeader(name: string): boolean {
  return ALLOWED_HEADER_NAMES.has(name.trim().toLowerCase());
}

function answerPreflight(reply: FastifyReply, disallowed: readonly string[]): void {
  reply.headers(PREFLIGHT_HEADERS);
  if (disallowed.length === 0) {
    reply.code(200).header('Content-Type', 'text/plain; charset=utf-8').send('OK');
    return;
  }
  const message = `Disallowed CORS ${disallowed.join(', ')}`;
  sendAnswer(reply, { status: 400, body: { error: 'cors_disallowed', message } });
}
