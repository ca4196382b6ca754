import { isExactly, valuesOf, type GatewayFacts, type RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * GATEWAY.md, pass 5: only the gateway's own page may send requests. Browsers set `Sec-Fetch-*` and `Origin`; no page can
 * forge them. Exception: the page itself may be opened by a top-level navigation from anywhere. Every other request,
 * including those for assets and unknown paths, must come from the page. Refuses with 403 `cross_origin`.
 */
export function checkSameOrigin(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  const admitted =
    hasOwnOrigin(request, gateway) &&
    (request.route?.kind === 'page' ? isOpenedByNavigation(request) : isSentByPage(request));
  return admitted ? undefined : refuse('cross_origin');
}

/** Browsers omit `Origin` in a same-origin GET; a POST must have it. */
function hasOwnOrigin(request: RequestFacts, { origin }: GatewayFacts): boolean {
  if (request.method === 'GET' && valuesOf(request, 'origin').length === 0) return true;
  return isExactly(request, 'origin', origin);
}

function isSentByPage(request: RequestFacts): boolean {
  if (!isExactly(request, 'sec-fetch-site', 'same-origin')) return false;
  return !valuesOf(request, 'sec-fetch-mode').includes('navigate');
}

/**
 * Two headers identify a top-level navigation. A client that sends no `Sec-Fetch-*` header (curl, a health check, an old
 * browser) also gets the page: the page has no secrets, and such a client's further requests are refused.
 */
function isOpenedByNavigation(request: RequestFacts): boolean {
  const hasNoMetadata = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'].every(
    (name) => valuesOf(request, name).length === 0,
  );
  if (hasNoMetadata) return true;
  return isExactly(request, 'sec-fetch-mode', 'navigate') && isExactly(request, 'sec-fetch-dest', 'document');
}
