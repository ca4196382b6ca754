import { createExplorerClient, openExplorerEvents } from '@cairn/api/explorer';
import { API_BASE_URL } from './config.ts';
import { createChainFeed } from './live/chain-feed.ts';
import { pageLife } from './live/page-life.ts';

/**
 * What the islands of one page share: one client, and one event stream that keeps up with the chain. The preview build
 * shows no island that asks anything.
 */
export const explorer = createExplorerClient({ baseUrl: API_BASE_URL ?? '' });

const baseUrl = API_BASE_URL ?? '';

export const chainStatus = createChainFeed({
  load: (signal) => explorer.status({}, { signal }),
  open:
    typeof EventSource === 'undefined'
      ? undefined
      : (handlers) => openExplorerEvents({ baseUrl, ...handlers }),
  life: pageLife,
  now: () => Date.now(),
  random: () => Math.random(),
});
