import { isExactly, valuesOf, type GatewayFacts, type RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * Pass 5: only the gateway's own page may ask. Browsers set `Sec-Fetch-*` and `Origin` themselves; no page can forge them.
 * The page may be opened by a top-level navigation from anywhere; every other request, for assets and unknown paths too,
 * must come from the page.
 */
export function checkSameOrigin(request: RequestFacts, gateway: GatewayFacts): Refusal | undefined {
  const admitted =
    hasOwnOrigin(request, gateway) &&
    (request.route?.kind === 'page' ? isOpenedByNavigation(request) : isAskedByPage(request));
  return admitted ? undefined : refuse('cross_origin');
}

/** Browsers leave `Origin` out of a same-origin GET; a POST needs it. */
function hasOwnOrigin(request: RequestFacts, { origin }: GatewayFacts): boolean {
  if (request.method === 'GET' && valuesOf(request, 'origin').length === 0) return true;
  return isExactly(request, 'origin', origin);
}

function isAskedByPage(request: RequestFacts): boolean {
  if (!isExactly(request, 'sec-fetch-site', 'same-origin')) return false;
  return !valuesOf(request, 'sec-fetch-mode').includes('navigate');
}

/**
 * A top-level navigation has two headers that say so. A client without any metadata gets the page too (curl, a health
 * check): the page holds no secret, and a browser that old can use nothing behind it.
 */
function isOpenedByNavigation(request: RequestFacts): boolean {
  const silent = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'].every(
    (name) => valuesOf(request, name).length === 0,
  );
  if (silent) return true;
  return isExactly(request, 'sec-fetch-mode', 'navigate') && isExactly(request, 'sec-fetch-dest', 'document');
}
