import { createUncheckedExplorerClient, openUncheckedExplorerEvents } from '@cairn/api/explorer';
import { API_BASE_URL } from './config.ts';
import { ChainFeed, STATUS_TIMEOUT_MS } from './chain-feed.ts';

const baseUrl = API_BASE_URL ?? '';

/**
 * Shared by the islands of a page: one client, and one feed of the chain's status. Unused in the preview build, which has
 * no API. The server checks the answers that a page begins with; a page that cannot show a later one says so
 * (`island.tsx`), and a verification checks everything itself.
 */
export const explorer = createUncheckedExplorerClient({ baseUrl });

const statusClient = createUncheckedExplorerClient({ baseUrl, timeoutMs: STATUS_TIMEOUT_MS });

export const chainStatus = new ChainFeed({
  load: (signal) => statusClient.status({}, { signal }),
  open:
    typeof EventSource === 'undefined'
      ? undefined
      : (handlers) => openUncheckedExplorerEvents({ baseUrl, ...handlers }),
});
