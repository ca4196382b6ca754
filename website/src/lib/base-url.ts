/** Settings of the build that name another server. */
export type BaseUrlSetting = 'PUBLIC_EXPLORER_API_URL' | 'PUBLIC_WALLET_URL';

/**
 * Reads a setting of the build that holds an origin and any path prefix.
 * @param name setting's name, for the error
 * @param setting its value, as the environment has it
 * @returns the URL without a final slash; `undefined` where the setting is absent or empty
 * @throws Error with one clear line where it is no http(s) URL, or carries credentials, a query or a fragment
 */
export function readBaseUrl(name: BaseUrlSetting, setting: string | undefined): string | undefined {
  const text = setting?.trim() ?? '';
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${name} is not an http(s) URL: ${text}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error(`${name} holds only an origin and a path: no credentials, query or fragment`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
