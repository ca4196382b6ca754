import type { GatewayFacts } from '../gateway-facts.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { isExactly, type RequestFacts } from '../request-facts.ts';

/**
 * Pass 3: exactly one `Host`, byte-equal to the gateway's own. A hostile name that was rebound to the loopback address
 * still carries its own name here. Who typed `localhost` is sent on to the canonical address.
 */
export function checkHost(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  if (isExactly(request, 'host', gateway.host)) return undefined;
  const opensPage = request.method === 'GET' && request.target === '/';
  if (opensPage && isExactly(request, 'host', gateway.alias)) {
    return refuse('moved', { Location: `${gateway.origin}/` });
  }
  return refuse('misdirected_request');
}
