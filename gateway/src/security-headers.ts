/** Headers of every answer and refusal that protect the wallet page (GATEWAY.md, pass 10). */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

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

/** Sets the security headers; an Express middleware. */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY.everywhere);
  setHelmetHeaders(request, response, next);
}

/** The headers that `setSecurityHeaders` sets on every response. */
export const SECURITY_HEADERS = recordSecurityHeaders();

function recordSecurityHeaders(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setSecurityHeaders(request, response, () => undefined);
  return response.getHeaders() as Readonly<Record<string, string>>;
}
