import { type BaseUrlSetting, readBaseUrl } from './base-url.ts';

type PublicSetting = Exclude<BaseUrlSetting, 'EXPLORER_API_INTERNAL_URL'>;

/** Values that were set when the site was built: the defaults of the server's own environment. */
const BUILT: Readonly<Record<PublicSetting, string | undefined>> = {
  PUBLIC_EXPLORER_API_URL: import.meta.env.PUBLIC_EXPLORER_API_URL,
  PUBLIC_WALLET_URL: import.meta.env.PUBLIC_WALLET_URL,
};

/**
 * On the server the value of its environment, in the browser that of the page's `<meta>`, which `head.astro` writes. A worker
 * has no page: it is given the address with its task.
 */
function readSetting(name: PublicSetting): string | undefined {
  const given = import.meta.env.SSR
    ? process.env[name]
    : globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return readBaseUrl(name, given ?? BUILT[name]);
}

/** Base URL of the Explorer API; absent in the preview. */
export const API_BASE_URL: string | undefined = readSetting('PUBLIC_EXPLORER_API_URL');

/** Base URL of the wallet that the pages link to; `undefined` without one. */
export const WALLET_URL: string | undefined = readSetting('PUBLIC_WALLET_URL');

/** False for the preview, which has no API and shows no chain data. */
export const SHOWS_CHAIN: boolean = API_BASE_URL !== undefined;
