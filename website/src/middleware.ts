import { defineMiddleware } from 'astro:middleware';

/** A page changes with the chain; no cache may keep one that lacks its data. */
const cacheControl = (status: number) => (status >= 500 ? 'no-store' : 'public, max-age=0, must-revalidate');

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  const { headers } = response;
  headers.set('cache-control', cacheControl(response.status));
  if (headers.get('content-type') === 'text/html') {
    headers.set('content-type', 'text/html; charset=utf-8');
    // A link that a reader is about to press is fetched by then; its scripts run, and ask the API, only once it is opened.
    headers.set('speculation-rules', '"/speculation-rules.json"');
  }
  return response;
});
