import { valuesOf, type GatewayFacts, type RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * GATEWAY.md, pass 1 for a request: it must be HTTP/1.1 without `Upgrade`, `Expect` or too many header lines. The HTTP
 * server does the rest of this pass (bind address, time-outs, sizes, malformed requests) with the limits in `limits.ts`.
 */
export function checkListener(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  if (request.headerCount > gateway.maxHeaders) return refuse('headers_too_large');
  if (request.httpVersion !== '1.1') return refuse('http_version_not_supported');
  if (valuesOf(request, 'expect').length > 0) return refuse('expectation_failed');
  if (valuesOf(request, 'upgrade').length > 0) return refuse('upgrade_refused');
  return undefined;
}
