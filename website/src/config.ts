import { readBaseUrl } from './lib/base-url.ts';

/** Base URL of the Explorer API, fixed when the site is built; absent in the preview build. */
export const API_BASE_URL: string | undefined = readBaseUrl(
  'PUBLIC_EXPLORER_API_URL',
  import.meta.env.PUBLIC_EXPLORER_API_URL,
);

/** Base URL of the wallet that the pages link to, fixed when the site is built; `undefined` without one. */
export const WALLET_URL: string | undefined = readBaseUrl(
  'PUBLIC_WALLET_URL',
  import.meta.env.PUBLIC_WALLET_URL,
);

/** False for the preview build, which has no API and shows no chain data. */
export const SHOWS_CHAIN: boolean = API_BASE_URL !== undefined;
