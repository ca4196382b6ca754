import { createExplorerClient, openExplorerEvents } from '@cairn/api/explorer';
import { API_BASE_URL } from './config.ts';
import { createChainFeed, STATUS_TIMEOUT_MS } from './chain-feed.ts';
import { pageLifecycle } from './page-lifecycle.ts';

const baseUrl = API_BASE_URL ?? '';

/**
 * Shared by the islands of a page: one client, and one feed of the chain's status. Unused in the preview build, which has
 * no API.
 */
export const explorer = createExplorerClient({ baseUrl });

const statusClient = createExplorerClient({ baseUrl, timeoutMs: STATUS_TIMEOUT_MS });

export const chainStatus = createChainFeed({
  load: (signal) => statusClient.status({}, { signal }),
  open:
    typeof EventSource === 'undefined'
      ? undefined
      : (handlers) => openExplorerEvents({ baseUrl, ...handlers }),
  life: pageLifecycle,
  now: () => Date.now(),
  random: () => Math.random(),
});
