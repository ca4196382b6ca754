import { createExplorerClient } from '@cairn/api/explorer';
import { API_BASE_URL } from './config.ts';
import { pageVisibility } from './lib/poller.ts';
import { createStatusStore } from './lib/status-store.ts';

const STATUS_INTERVAL_MS = 5_000;

/**
 * What the islands of one page share: one client and one poll of the chain's status. The preview build shows no island
 * that asks anything.
 */
export const explorer = createExplorerClient({ baseUrl: API_BASE_URL ?? '' });

export const chainStatus = createStatusStore({
  load: (signal) => explorer.status({}, { signal }),
  visibility: pageVisibility,
  intervalMs: STATUS_INTERVAL_MS,
  now: () => Date.now(),
});
