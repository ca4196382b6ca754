import { defineMiddleware } from 'astro:middleware';

/** Pages change with the chain, so caches must revalidate them; a page without its data is not cached at all. */
const cacheControl = (status: number) => (status >= 500 ? 'no-store' : 'public, max-age=0, must-revalidate');

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  const { headers } = response;
  headers.set('cache-control', cacheControl(response.status));
  if (headers.get('content-type') === 'text/html') {
    headers.set('content-type', 'text/html; charset=utf-8');
    // Lets browsers prerender a page when the pointer rests on its link; its islands run only once it is opened.
    headers.set('speculation-rules', '"/speculation-rules.json"');
  }
  return response;
});
