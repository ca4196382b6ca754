import type { GatewayFacts } from '../gateway-facts.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { isExactly, valuesOf, type RequestFacts } from '../request-facts.ts';

/**
 * Pass 5: only the gateway's own page asks. Browsers set `Sec-Fetch-*` and `Origin` themselves; no page can forge them.
 * The page may be opened by a top-level navigation from anywhere; everything else, the page's own assets and unknown
 * paths included, must come from the page.
 */
export function checkSameOrigin(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  const admitted =
    hasOwnOrigin(request, gateway) &&
    (request.route?.kind === 'page' ? isOpenedByNavigation(request) : isAskedByPage(request));
  return admitted ? undefined : refuse('cross_origin');
}

/** `Origin` may be left out of a GET, as browsers do on same-origin ones; a POST needs it. */
function hasOwnOrigin(request: RequestFacts, { origin }: GatewayFacts): boolean {
  if (request.method === 'GET' && valuesOf(request, 'origin').length === 0) return true;
  return isExactly(request, 'origin', origin);
}

function isAskedByPage(request: RequestFacts): boolean {
  if (!isExactly(request, 'sec-fetch-site', 'same-origin')) return false;
  return !valuesOf(request, 'sec-fetch-mode').includes('navigate');
}

/**
 * A top-level navigation says so twice. A client that sends no metadata at all gets the page too (curl, a health
 * probe): it holds no secret, and no browser that old can use anything behind it.
 */
function isOpenedByNavigation(request: RequestFacts): boolean {
  const silent = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'].every(
    (name) => valuesOf(request, name).length === 0,
  );
  if (silent) return true;
  return isExactly(request, 'sec-fetch-mode', 'navigate') && isExactly(request, 'sec-fetch-dest', 'document');
}
