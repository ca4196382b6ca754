/**
 * Origin under which a reader sees the site, for the absolute addresses of link previews, the sitemap and OpenSearch:
 * the request's `Host`, with the scheme that a proxy in front names (`X-Forwarded-Proto`).
 */
export function siteOrigin(request: Request, url: URL): string {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  const scheme = forwarded === 'https' || forwarded === 'http' ? `${forwarded}:` : url.protocol;
  return `${scheme}//${url.host}`;
}
