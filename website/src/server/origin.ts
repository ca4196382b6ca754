/**
 * The site's public origin, for the absolute URLs of link previews, sitemap and OpenSearch: the request's `Host`, with
 * the scheme of `X-Forwarded-Proto` if a proxy sets it.
 */
export function siteOrigin(request: Request, url: URL): string {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  const scheme = forwarded === 'https' || forwarded === 'http' ? `${forwarded}:` : url.protocol;
  return `${scheme}//${url.host}`;
}
