import type { APIRoute } from 'astro';
import { SITE_PAGES } from '../site/pages.ts';
import { SHOWS_CHAIN } from '../site/config.ts';
import { DEFAULT_LOCALE, LOCALES, localizedPath } from '../site/locale.ts';
import { siteOrigin } from '../site/server.ts';
import { escapeXml, xmlResponse } from '../site/xml.ts';

/** Pages without a chain; the labels are the reader's own, and nothing to find. */
const [WITHOUT_CHAIN, PERSONAL] = ['about', 'personal'];

/** Sitemap of the fixed pages in every language, each with its translations. The preview build has few of them. */
export const GET: APIRoute = ({ request, url }) => {
  const origin = siteOrigin(request, url);
  const pages = SITE_PAGES.filter(({ id }) => (SHOWS_CHAIN ? id !== PERSONAL : id === WITHOUT_CHAIN));
  const entries = pages.flatMap(({ path }) => {
    const urlIn = (locale: (typeof LOCALES)[number]) => escapeXml(origin + localizedPath(locale, path));
    const alternates = [
      ...LOCALES.map((locale) => [locale, urlIn(locale)]),
      ['x-default', urlIn(DEFAULT_LOCALE)],
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`);
    return LOCALES.map((locale) => `  <url><loc>${urlIn(locale)}</loc>${alternates.join('')}</url>`);
  });
  return xmlResponse(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>`,
    'application/xml',
  );
};
