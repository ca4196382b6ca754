/**
 * Reads the build setting `PUBLIC_EXPLORER_API_URL`: origin, and any path prefix, of the Explorer API.
 * @returns the URL without a final slash; `undefined` where the setting is absent or empty: the site is then its preview
 * @throws Error with one clear line where it is no http(s) URL, or carries credentials, a query or a fragment
 */
export function readApiBaseUrl(setting: string | undefined): string | undefined {
  const text = setting?.trim() ?? '';
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`PUBLIC_EXPLORER_API_URL is not an http(s) URL: ${text}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error(
      'PUBLIC_EXPLORER_API_URL holds only an origin and a path: no credentials, query or fragment',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
