/** Addresses of a site whose chain lives in a tab, all on its own origin, and what its parts tell each other. */
import type { TabInterface } from '@cairn/tab/messages';

/** Base URLs of the chain's interfaces. The wallet asks the server of its page, so its RPC has no path of its own. */
export const EXPLORER_API = '/tab/explorer';
export const DEVNET_CONTROL = '/tab/devnet';

/** What a path asks of the chain; `undefined` for a file. */
export function askedOfChain(path: string): { to: TabInterface; path: string } | undefined {
  if (path.startsWith(`${EXPLORER_API}/api/`))
    return { to: 'explorer', path: path.slice(EXPLORER_API.length) };
  if (path.startsWith(`${DEVNET_CONTROL}/`)) return { to: 'devnet', path: path.slice(DEVNET_CONTROL.length) };
  return path.startsWith('/v1/') ? { to: 'rpc', path } : undefined;
}

/** Folder of the explorer's pages, whose addresses do not have it: the page `/blocks` is in `/explorer/blocks`. */
export const PAGES = '/explorer';
export const WALLET = '/wallet';

/**
 * Of every script: they reach this origin alone. A worker's policy is that of its script, not that of its page; SQLite and the
 * chain's signatures are WebAssembly.
 */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Of every page, beside the policy in it: no other site shows it in a frame. */
export const FRAME_POLICY = "frame-ancestors 'self'";

/** Held by the page whose tab has the chain. */
export const CHAIN_LOCK = 'cairn-tab';

/**
 * - `take over`: of a new build, to replace the former one at once.
 * - `claim`: to answer pages that were loaded past it.
 * - `keep all`: to keep all files, for a reload offline.
 */
export type ToServiceWorker = 'take over' | 'claim' | 'keep all';
