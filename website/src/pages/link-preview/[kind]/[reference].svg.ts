import { createHash } from 'node:crypto';
import type { APIRoute } from 'astro';
import { LINK_PREVIEWS, svgOf } from '../../../features/link-preview/link-preview.ts';
import { localeOfPath } from '../../../site/locale.ts';
import { request } from '../../../site/request.ts';
import { loadOnServer, siteOrigin } from '../../../site/server.ts';

/**
 * The link preview of a block, transaction or address as SVG, which server/link-preview-png.ts converts to PNG.
 * Status 404 for an unknown item or an invalid reference, 503 for any other failure.
 */
export const GET: APIRoute = async ({ params, request: { headers }, url }) => {
  const load = LINK_PREVIEWS[params['kind'] ?? ''];
  if (load === undefined) return new Response(null, { status: 404 });
  const response = { headers: new Headers(), status: 200 };
  const asked = request('preview', (api, options) =>
    load(api, params['reference'] ?? '', localeOfPath(url.pathname), options),
  );
  const preview = (await loadOnServer({ url, response }, [asked])).answerTo(asked);
  if (preview === undefined || 'failure' in preview) {
    const isUnknown = preview !== undefined && ['not_found', 'invalid'].includes(preview.failure.kind);
    return new Response(null, { status: isUnknown ? 404 : 503 });
  }
  const host = URL.parse(`http://${headers.get('x-forwarded-host')}`)?.host ?? url.host;
  const page = url.pathname.replace('/link-preview', '').replace(/\.svg$/, '');
  const svg = svgOf(preview.data, `${siteOrigin({ headers }, { protocol: url.protocol, host })}${page}`);
  const tag = createHash('sha256').update(svg).digest('base64url').slice(0, 22);
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', etag: `"${tag}"` } });
};
