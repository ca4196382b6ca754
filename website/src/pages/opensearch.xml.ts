import type { APIRoute } from 'astro';
import { localeOfPath } from '../site/locale.ts';
import { translationsFor } from '../features/search/texts.ts';
import { siteOrigin } from '../site/server.ts';
import { escapeXml, xmlResponse } from '../site/xml.ts';

/** OpenSearch 1.1 description, with which browsers search this site from the address bar. */
export const GET: APIRoute = ({ request, url }) => {
  const { t, link, locale } = translationsFor(localeOfPath(url.pathname));
  const origin = escapeXml(siteOrigin(request, url));
  return xmlResponse(
    `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeXml(t('site.brand'))}</ShortName>
  <Description>${escapeXml(t('search.description'))}</Description>
  <Language>${locale}</Language>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="32" height="32" type="image/svg+xml">${origin}/favicon.svg</Image>
  <Url type="text/html" method="get" template="${origin}${link.page('/search')}?q={searchTerms}"/>
</OpenSearchDescription>`,
    'application/opensearchdescription+xml',
  );
};
