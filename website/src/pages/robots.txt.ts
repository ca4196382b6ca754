import type { APIRoute } from 'astro';
import { LOCALES, localizedPath } from '../site/locale.ts';
import { siteOrigin } from '../site/server.ts';

/** Allows everything except search results. */
export const GET: APIRoute = ({ request, url }) => {
  const lines = [
    'User-agent: *',
    ...LOCALES.map((locale) => `Disallow: ${localizedPath(locale, '/search')}`),
    `Sitemap: ${siteOrigin(request, url)}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
