import { STATUS_CODES, type ServerResponse } from 'node:http';
import { JSON_TYPE, type JsonResponse } from '@cairn/api';

/** Sends a status and a JSON body that caches must not store. */
export function sendResponse(response: ServerResponse, { status, body, headers }: JsonResponse): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  sendJson(response, body);
}

/** Sends a value as JSON, with the status and headers already set on the response. */
export function sendJson(response: ServerResponse, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** The bytes of a response that closes its connection, for a socket without a `ServerResponse`. */
export function renderResponse({ status, body, headers }: JsonResponse): string {
  const json = JSON.stringify(body);
  const fields = {
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Length': Buffer.byteLength(json),
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}`;
}

/** Aborted once the response has been sent, or its client has left. */
export function signalOf(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  if (response.destroyed) ended.abort();
  else response.once('close', () => ended.abort());
  return ended.signal;
}
