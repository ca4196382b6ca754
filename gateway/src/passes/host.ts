import { isExactly, type GatewayFacts, type RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * GATEWAY.md, pass 3: exactly one `Host`, byte-equal to the gateway's. This stops DNS rebinding, where `Host` is the
 * attacker's name. A request for the page at `localhost` is redirected to the gateway's own origin.
 */
export function checkHost(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  if (isExactly(request, 'host', gateway.host)) return undefined;
  const opensPage = request.method === 'GET' && request.target === '/';
  if (opensPage && isExactly(request, 'host', gateway.alias)) {
    return refuse('moved', { Location: `${gateway.origin}/` });
  }
  return refuse('misdirected_request');
}
