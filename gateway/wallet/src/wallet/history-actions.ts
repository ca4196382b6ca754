import type { Address } from '@cairn/protocol';
import { ApiError } from '@cairn/api/rpc';
import { extendHistory, startHistory, type HistoryPage } from '@cairn/wallet';
import type { Store } from './store.ts';
import type { Services } from './services.ts';
import { FIRST_PAGE_LIMIT, readHistoryPage } from './read-node.ts';
import { isSelected, type AppState, type OpenWallet } from './state.ts';
import { lockedError } from './vault-session.ts';

/** Maximum number of entries in a page of older history. */
const OLDER_PAGE_LIMIT = 50;

/**
 * Maximum number of entries in a page when the whole history is read: the RPC's maximum (interface document, section
 * 8).
 */
const WHOLE_PAGE_LIMIT = 200;

/**
 * Result of loading older entries. `extended`: they were added; `restarted`: the node no longer knew the cursor, so the
 * list was loaded again from the newest entry; `dropped`: another account or a newer list was shown before they
 * arrived; `at_end`: there are no older entries.
 */
export type OlderResult = 'extended' | 'restarted' | 'dropped' | 'at_end';

export interface HistoryActions {
  /** Reads the next older page of the selected account's history. Rejects as the RPC client does. */
  loadOlder(): Promise<OlderResult>;
  /**
   * Reads one page of any address's history without changing the state. Rejects as the RPC client does, with
   * `ForeignAnswerError`, and with `wallet_locked`.
   */
  readHistoryPage(address: Address, cursor?: string): Promise<HistoryPage>;
}

/** Creates the actions on the history. Cursors go back to the node unchanged (interface document, section 4.2). */
export function createHistoryActions({
  services,
  store,
}: {
  services: Pick<Services, 'rpc'>;
  store: Store<AppState>;
}): HistoryActions {
  return {
    async readHistoryPage(address, cursor) {
      const { phase } = store.get();
      if (phase.name !== 'unlocked') throw lockedError();
      const wanted = { address, limit: WHOLE_PAGE_LIMIT, ...(cursor !== undefined && { cursor }) };
      return await readHistoryPage(services, phase.wallet.network, wanted);
    },
    async loadOlder() {
      const before = store.get();
      const cursor = before.data?.history.nextCursor ?? null;
      if (before.phase.name !== 'unlocked' || cursor === null) return 'at_end';
      const { wallet } = before.phase;
      const { address } = wallet.selected;
      try {
        const wanted = { address, limit: OLDER_PAGE_LIMIT, cursor };
        const page = await readHistoryPage(services, wallet.network, wanted);
        return takePage(store, address, cursor, page);
      } catch (error) {
        if (!isUnknownCursor(error)) throw error;
        return restart(services, store, wallet);
      }
    },
  };
}

/** Whether the node rejected a cursor that it had issued, for example after a restart with another chain. */
export function isUnknownCursor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid_cursor';
}

function takePage(
  store: Store<AppState>,
  address: Address,
  cursor: string,
  page: HistoryPage,
): 'extended' | 'dropped' {
  const { data } = store.get();
  if (data === undefined || data.history.nextCursor !== cursor || !isSelected(store.get(), address)) {
    return 'dropped';
  }
  store.update({ data: { ...data, history: extendHistory(data.history, page) } });
  return 'extended';
}

async function restart(
  services: Pick<Services, 'rpc'>,
  store: Store<AppState>,
  { network, selected: { address } }: OpenWallet,
): Promise<'restarted' | 'dropped'> {
  const page = await readHistoryPage(services, network, { address, limit: FIRST_PAGE_LIMIT });
  const { data } = store.get();
  if (data === undefined || !isSelected(store.get(), address)) return 'dropped';
  store.update({ data: { ...data, history: startHistory(page) } });
  return 'restarted';
}
