import { createExplorerClient, openExplorerEvents } from '@cairn/api/explorer';
import { API_BASE_URL } from './config.ts';
import { createChainFeed, STATUS_TIMEOUT_MS } from './live/chain-feed.ts';
import { pageLife } from './live/page-life.ts';

/**
 * Shared by the islands of one page: one client, and one event stream that keeps up with the chain. The preview build
 * shows no island that asks anything.
 */
export const explorer = createExplorerClient({ baseUrl: API_BASE_URL ?? '' });

const baseUrl = API_BASE_URL ?? '';

const impatient = createExplorerClient({ baseUrl, timeoutMs: STATUS_TIMEOUT_MS });

export const chainStatus = createChainFeed({
  load: (signal) => impatient.status({}, { signal }),
  open:
    typeof EventSource === 'undefined'
      ? undefined
      : (handlers) => openExplorerEvents({ baseUrl, ...handlers }),
  life: pageLife,
  now: () => Date.now(),
  random: () => Math.random(),
});
