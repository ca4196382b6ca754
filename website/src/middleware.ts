import { defineMiddleware } from 'astro:middleware';
import { packPage } from './server/pack-page.ts';

/** Headers of every page beside the Content-Security-Policy, which Astro writes. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** A page changes with the chain; one that could not be made whole is kept by nobody. */
const cacheControl = (status: number) => (status >= 500 ? 'no-store' : 'public, max-age=0, must-revalidate');

export const onRequest = defineMiddleware(async ({ request }, next) => {
  const response = await next();
  const { headers } = response;
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  headers.set('cache-control', cacheControl(response.status));
  if (headers.get('content-type') === 'text/html') headers.set('content-type', 'text/html; charset=utf-8');
  return packPage(request, response);
});
