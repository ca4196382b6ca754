import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { JSON_TYPE, sendAnswer, type Answer, type SocketFault } from '@cairn/http';
import helmet from 'helmet';
import type { NodeAnswer } from '../node-answer.ts';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';

/**
 * Forbids inline code, other origins, framing, and scripts made from strings (the page needs no Trusted Types policy, so
 * none is allowed). Has no `upgrade-insecure-requests`, because the gateway serves plain http.
 */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

const setHelmetHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
  crossOriginEmbedderPolicy: { policy: 'require-corp' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  xContentTypeOptions: true,
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

const FORBIDDEN = 'geolocation=(), microphone=(), payment=(), usb=()';

/** Disables browser features. Only the page may use the camera, to scan codes, if the user agrees. */
export const PERMISSIONS_POLICY = {
  everywhere: `camera=(), ${FORBIDDEN}`,
  page: `camera=(self), ${FORBIDDEN}`,
} as const;

/** GATEWAY.md, pass 10 for every answer: the security headers. */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY.everywhere);
  setHelmetHeaders(request, response, next);
}

/** GATEWAY.md, pass 10 for the node's answer: forwards the status and the JSON byte for byte, without the node's headers. */
export function sendNodeAnswer(response: ServerResponse, { status, body }: NodeAnswer): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/**
 * GATEWAY.md, pass 10 for a refusal: fixed JSON. Closes the connection, so that no further bytes on it are handled as a
 * request.
 */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const answer = describeRefusal(refusal);
  sendAnswer(response, { ...answer, headers: { ...answer.headers, Connection: 'close' } });
}

const SOCKET_REFUSALS: Readonly<Record<SocketFault, RefusalCode>> = {
  malformed_request: 'malformed_request',
  request_timeout: 'request_timeout',
  headers_too_large: 'headers_too_large',
  connect: 'upgrade_refused',
};

/** The answer to a request that Node could not parse or receive whole; has the same security headers as every answer. */
export function answerSocket(fault: SocketFault): Answer {
  const { headers, ...answer } = describeRefusal(refuse(SOCKET_REFUSALS[fault]));
  return { ...answer, headers: { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...headers } };
}

function describeRefusal({ status, error, message, headers }: Refusal): Answer {
  return { status, body: { error, message }, headers };
}

/** The headers that `setSecurityHeaders` sets on every response. */
const SECURITY_HEADERS = recordSecurityHeaders();

function recordSecurityHeaders(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setSecurityHeaders(request, response, () => undefined);
  return response.getHeaders() as Readonly<Record<string, string>>;
}
