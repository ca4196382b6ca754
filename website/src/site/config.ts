import type { NetworkName } from '@cairn/protocol';
import { readBaseUrl, readNetwork, readWitnesses } from './base-url.ts';

/** Values that were set when the site was built: the defaults of the server's own environment. */
const BUILT = {
  PUBLIC_EXPLORER_API_URL: import.meta.env.PUBLIC_EXPLORER_API_URL,
  PUBLIC_WALLET_URL: import.meta.env.PUBLIC_WALLET_URL,
  PUBLIC_NETWORK: import.meta.env.PUBLIC_NETWORK,
  PUBLIC_WITNESS_API_URLS: import.meta.env.PUBLIC_WITNESS_API_URLS,
  PUBLIC_DEVNET_CONTROL_URL: import.meta.env.PUBLIC_DEVNET_CONTROL_URL,
};

/**
 * On the server the value of its environment, in the browser that of the page's `<meta>`, which `head.astro` writes. A worker
 * has no page: it is given the address with its task.
 */
function readSetting(name: keyof typeof BUILT): string | undefined {
  const given = import.meta.env.SSR
    ? process.env[name]
    : globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return given ?? BUILT[name];
}

/** Base URL of the Explorer API; absent in the preview. */
export const API_BASE_URL: string | undefined = readBaseUrl(
  'PUBLIC_EXPLORER_API_URL',
  readSetting('PUBLIC_EXPLORER_API_URL'),
);

/** Base URL of the wallet that the pages link to; `undefined` without one. */
export const WALLET_URL: string | undefined = readBaseUrl(
  'PUBLIC_WALLET_URL',
  readSetting('PUBLIC_WALLET_URL'),
);

/** The network that the API must serve; `undefined` for whichever it does. */
export const NETWORK: NetworkName | undefined = readNetwork(readSetting('PUBLIC_NETWORK'));

/** Base URLs of other operators' Explorer APIs, which the worker asks whether they know a heavier chain. */
export const WITNESSES: readonly string[] = readWitnesses(readSetting('PUBLIC_WITNESS_API_URLS'));

/** Control port of a devnet that these pages may call; `undefined` anywhere else. */
export const DEVNET_CONTROL_URL: string | undefined = readBaseUrl(
  'PUBLIC_DEVNET_CONTROL_URL',
  readSetting('PUBLIC_DEVNET_CONTROL_URL'),
);

/** False for the preview, which has no API and shows no chain data. */
export const SHOWS_CHAIN: boolean = API_BASE_URL !== undefined;
