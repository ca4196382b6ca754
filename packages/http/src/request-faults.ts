/** What a server answers before any route: requests that are not well-formed HTTP/1.1, or that no router could take. */
import type { IncomingMessage } from 'node:http';
import type { JsonResponse } from '@cairn/api';

/** Why a request does not reach the app. */
export type RequestFault =
  | 'malformed_request'
  | 'request_timeout'
  | 'headers_too_large'
  | 'connect'
  | 'invalid_host'
  | 'expectation_failed';

const RESPONSES: Readonly<Record<RequestFault, readonly [number, string, string]>> = {
  malformed_request: [400, 'bad_request', 'The request is not valid HTTP.'],
  request_timeout: [408, 'request_timeout', 'The request did not arrive in time.'],
  headers_too_large: [431, 'request_header_fields_too_large', 'The request head is larger than 16 KiB.'],
  connect: [400, 'bad_request', 'This server is not a proxy.'],
  invalid_host: [400, 'bad_request', 'The request needs one valid Host header.'],
  expectation_failed: [417, 'expectation_failed', 'The expectation cannot be met.'],
};

/** The response of a JSON API to a fault. @param headers in addition to `nosniff` */
export function faultResponse(
  fault: RequestFault,
  headers: Readonly<Record<string, string>> = {},
): JsonResponse {
  const [status, error, message] = RESPONSES[fault];
  return { status, body: { error, message }, headers: { 'X-Content-Type-Options': 'nosniff', ...headers } };
}

/** The fault behind an error of Node's parser or of its time-outs. */
export function faultOf({ code }: NodeJS.ErrnoException): RequestFault {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request';
}

/**
 * Checks what Node's parser leaves to the application: exactly one `Host` of a valid form (RFC 9112, section 3.2; HTTP/1.0
 * needs none), and no expectation but `100-continue`. A route that reads a body sends `100 Continue` when it is ready for it.
 */
export function findRequestFault(request: IncomingMessage): RequestFault | undefined {
  const hosts = request.headersDistinct['host'] ?? [];
  const needsHost = hosts.length > 0 || request.httpVersion === '1.1';
  if (needsHost && !(hosts.length === 1 && isHost(hosts[0]!))) return 'invalid_host';
  const { expect = '100-continue' } = request.headers;
  return expect.toLowerCase() === '100-continue' ? undefined : 'expectation_failed';
}

/** True for a name or an address, with or without a port: what links to the site itself can be made from. */
function isHost(value: string): boolean {
  return /^[\w.:[\]-]+$/.test(value) && URL.canParse(`http://${value}`);
}

/**
 * A target that a router can match and decode. Express would answer `*` or a bare host in HTML, before any middleware, and
 * a path whose `%` cannot be decoded like one that no route has: such a path is taken literally, so that its route rejects it.
 */
export function routableTarget(target: string): string {
  const local = target.startsWith('/') ? target : `/${target.replace(/^https?:\/\/[^/?]*\/?/i, '')}`;
  const [path = ''] = local.split('?', 1);
  try {
    decodeURIComponent(path);
    return local;
  } catch {
    return path.replaceAll('%', '%25') + local.slice(path.length);
  }
}
