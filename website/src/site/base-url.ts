/** Settings of build and server that contain the URL of another server. */
export const BASE_URL_SETTINGS = [
  'PUBLIC_EXPLORER_API_URL',
  'PUBLIC_WALLET_URL',
  'EXPLORER_API_INTERNAL_URL',
] as const;
export type BaseUrlSetting = (typeof BASE_URL_SETTINGS)[number];

/**
 * Reads a setting: an origin with an optional path prefix.
 * @param name name of the setting, for the error
 * @param setting value of the setting in the environment
 * @returns the URL without a trailing slash; `undefined` if the setting is absent or empty
 * @throws Error if it is not an http(s) URL, or has credentials, a query or a fragment
 */
export function readBaseUrl(name: BaseUrlSetting, setting: string | undefined): string | undefined {
  const text = setting?.trim() ?? '';
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${name} is not an http(s) URL: ${text}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error(`${name} must be an origin and a path, without credentials, query or fragment`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
