import { defineMiddleware } from 'astro:middleware';
import { API_BASE_URL, DEVNET_CONTROL_URL } from './site/config.ts';
import { policySource } from './site/base-url.ts';

/** Pages change with the chain, so caches must revalidate them; a page without its data is not cached at all. */
const cacheControl = (status: number) => (status >= 500 ? 'no-store' : 'public, max-age=0, must-revalidate');

/**
 * The directive that depends on a setting of the server; all others are in `astro.config.ts`. The site's origin is for tools
 * that run in the page, such as Lighthouse, which fetches robots.txt.
 */
const SOURCES = [API_BASE_URL, DEVNET_CONTROL_URL].flatMap((url) =>
  url === undefined ? [] : policySource(url),
);
const CONNECT = `connect-src ${API_BASE_URL === undefined ? "'none'" : [...new Set(["'self'", ...SOURCES])].join(' ')}`;

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  const { headers } = response;
  headers.set('cache-control', cacheControl(response.status));
  const policy = headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', `${policy.replace(/;?\s*$/, '')}; ${CONNECT}`);
  if (headers.get('content-type') === 'text/html') {
    headers.set('content-type', 'text/html; charset=utf-8');
    // Lets browsers prerender a page when the pointer rests on its link; its islands run only once it is opened.
    headers.set('speculation-rules', '"/speculation-rules.json"');
  }
  return response;
});
