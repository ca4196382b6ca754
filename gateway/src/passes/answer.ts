import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { SessionCookie } from '../gateway-facts.ts';
import type { NodeAnswer } from '../node-link/answer-reader.ts';
import type { Refusal } from '../refusal.ts';
import type { WalletFile } from '../wallet-files.ts';

/** A whole answer. Everything that leaves the gateway is one of these. */
export interface Answer {
  readonly status: number;
  /** Beside the headers that every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * No inline code, no foreign origin, no frame, and no string that becomes a script: the page defines no Trusted Types
 * policy, so that none is allowed. `upgrade-insecure-requests` is left out on purpose: the gateway speaks plain http.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const COMMON_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** The same in turns. */
const COMMON = Object.entries(COMMON_HEADERS).flat();

/** For every answer that does not say itself how it may be kept. */
const NOT_KEPT = ['Cache-Control', 'no-store'];

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/** Pass 10 for the node's answers: status and JSON as they are, none of its headers. */
export function answerFromNode({ status, body }: NodeAnswer): Answer {
  return { status, headers: JSON_TYPE, body };
}

/** The fixed JSON of a refusal. Its connection ends with it, and with it whatever else was sent on it. */
export function answerRefusal({ status, error, message, headers }: Refusal): Answer {
  return {
    status,
    headers: { ...JSON_TYPE, ...headers, Connection: 'close' },
    body: Buffer.from(JSON.stringify({ error, message })),
  };
}

/** A JSON value of the gateway's own. */
export function answerJson(value: unknown): Answer {
  return { status: 200, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(value)) };
}

/** A session begins: the launch secret was right. */
export function answerSession({ setCookie }: SessionCookie): Answer {
  return { ...answerJson({ open: true }), headers: { ...JSON_TYPE, 'Set-Cookie': setCookie } };
}

/** The wallet page. @param cookie where the page alone is enough for a session: without a launch secret */
export function answerPage({ body, contentType }: WalletFile, cookie: SessionCookie | undefined): Answer {
  const headers = { 'Content-Type': contentType };
  if (cookie === undefined) return { status: 200, headers, body };
  return { status: 200, headers: { ...headers, 'Set-Cookie': cookie.setCookie }, body };
}

/** A file that the page loads. */
export function answerAsset({ body, contentType, immutable }: WalletFile): Answer {
  const caching = immutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  return { status: 200, headers: { 'Content-Type': contentType, 'Cache-Control': caching }, body };
}

/** Names and values in turns, as Node takes them without looking twice. */
function allHeaders({ headers, body }: Answer): string[] {
  const own = Object.entries(headers).flat();
  const caching = 'Cache-Control' in headers ? [] : NOT_KEPT;
  return [...COMMON, ...caching, ...own, 'Content-Length', String(body.length)];
}

/** Every byte as one character, so that Node sends head and body in one piece. */
function asLatin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

/** Sends an answer to a request. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, allHeaders(answer)).end(asLatin1(answer.body), 'latin1');
}

/** The bytes of an answer to something that was no request: for a socket without a `ServerResponse`. */
export function renderAnswer(answer: Answer): Uint8Array {
  const headers = allHeaders(answer);
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${headers[at + 1]}\r\n` : []));
  const head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), answer.body]);
}
