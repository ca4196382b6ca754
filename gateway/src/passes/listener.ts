import type { GatewayFacts } from '../gateway-facts.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { valuesOf, type RequestFacts } from '../request-facts.ts';

/**
 * Pass 1, as far as it concerns one request: HTTP/1.1 without upgrade, expectation or a flood of headers. The rest of
 * it (bind address, time-outs, caps, what is not even a request) is set where the socket is, in `server.ts`.
 */
export function checkListener(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  if (request.headerCount > gateway.maxHeaders) return refuse('headers_too_large');
  if (request.httpVersion !== '1.1') return refuse('http_version_not_supported');
  if (valuesOf(request, 'expect').length > 0) return refuse('expectation_failed');
  if (valuesOf(request, 'upgrade').length > 0) return refuse('upgrade_refused');
  return undefined;
}
