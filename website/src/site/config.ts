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

const readUrl = (name: keyof typeof BUILT) => readBaseUrl(name, readSetting(name));

/** Base URL of the Explorer API; absent in the preview. */
export const API_BASE_URL = readUrl('PUBLIC_EXPLORER_API_URL');

/** Base URL of the wallet that the pages link to; `undefined` without one. */
export const WALLET_URL = readUrl('PUBLIC_WALLET_URL');

/** Control port of a devnet that these pages may call; `undefined` anywhere else. */
export const DEVNET_CONTROL_URL = readUrl('PUBLIC_DEVNET_CONTROL_URL');

/** The network that the API must serve; `undefined` for whichever it does. */
export const NETWORK = readNetwork(readSetting('PUBLIC_NETWORK'));

/** Base URLs of other operators' Explorer APIs, which the worker asks whether they know a heavier chain. */
export const WITNESSES = readWitnesses(readSetting('PUBLIC_WITNESS_API_URLS'));

/** False for the preview, which has no API and shows no chain data. */
export const SHOWS_CHAIN: boolean = API_BASE_URL !== undefined;

/** The settings of this server that its pages hand to the browser (`readSetting`). */
export const PAGE_SETTINGS: readonly (readonly [name: keyof typeof BUILT, value: string | undefined])[] = [
  ['PUBLIC_EXPLORER_API_URL', API_BASE_URL ?? ''],
  ['PUBLIC_WALLET_URL', WALLET_URL ?? ''],
  ['PUBLIC_DEVNET_CONTROL_URL', DEVNET_CONTROL_URL],
  ['PUBLIC_NETWORK', NETWORK],
  ['PUBLIC_WITNESS_API_URLS', WITNESSES.join(' ') || undefined],
];
