import { isNetworkName, type NetworkName } from '@cairn/protocol';

/** Settings of build and server that contain the URL of another server. */
const BASE_URL_SETTINGS = [
  'PUBLIC_EXPLORER_API_URL',
  'PUBLIC_WALLET_URL',
  'EXPLORER_API_INTERNAL_URL',
] as const;

/** An address on the pages' own origin: a path. */
const OWN_PATH = /^\/(?!\/)/;

/**
 * Reads a setting: an origin with an optional path prefix, or a path on the pages' own origin, such as `/api-of-this-site`.
 * @param name name of the setting, for the error
 * @param setting value of the setting in the environment
 * @returns the URL or path without a trailing slash; `undefined` if the setting is absent or empty
 * @throws Error if it is not an http(s) URL, or has credentials, a query or a fragment
 */
export function readBaseUrl(name: string, setting: string | undefined): string | undefined {
  const text = setting?.trim() ?? '';
  if (text === '') return undefined;
  if (OWN_PATH.test(text) && !/[?#]/.test(text)) return text.replace(/\/+$/, '');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${name} is not an http(s) URL: ${text}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error(`${name} must be an origin and a path, without credentials, query or fragment`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The source of a Content-Security-Policy that allows a base URL. */
export function policySource(url: string): string {
  return OWN_PATH.test(url) ? "'self'" : new URL(url).origin;
}

/** Origins that the pages may ask whether they know a heavier chain, at most. */
const MOST_WITNESSES = 5;

/**
 * Reads the base URLs of other operators' Explorer APIs, separated by commas or spaces.
 * @returns without trailing slashes; none if the setting is absent or empty
 * @throws Error as {@link readBaseUrl}, and for more than five
 */
export function readWitnesses(setting: string | undefined): readonly string[] {
  const name = 'PUBLIC_WITNESS_API_URLS';
  const urls = (setting ?? '').split(/[\s,]+/).flatMap((text) => readBaseUrl(name, text) ?? []);
  if (urls.length > MOST_WITNESSES) throw new Error(`${name} has more than ${MOST_WITNESSES} URLs`);
  return [...new Set(urls)];
}

/**
 * Reads the network that the pages expect of the API; `undefined` if the setting is absent or empty.
 * @throws Error for the name of no network
 */
export function readNetwork(setting: string | undefined): NetworkName | undefined {
  const text = setting?.trim() ?? '';
  if (text === '') return undefined;
  if (!isNetworkName(text)) throw new Error(`PUBLIC_NETWORK is not the name of a network: ${text}`);
  return text;
}

/** Checks all settings of build and server. @throws Error that names the first wrong one */
export function checkSettings(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of BASE_URL_SETTINGS) readBaseUrl(name, env[name]);
  readWitnesses(env['PUBLIC_WITNESS_API_URLS']);
  readNetwork(env['PUBLIC_NETWORK']);
}
