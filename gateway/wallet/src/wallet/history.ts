import { ApiError } from '@cairn/api/rpc';
import type { Address } from '@cairn/protocol';
import { extendHistory, type HistoryPage, type HistoryView, startHistory } from '@cairn/wallet';
import { FIRST_PAGE_LIMIT, readHistoryPage } from './read-node.ts';
import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import { type AppState, isSelected } from './state.ts';
import type { Store } from './store.ts';
import { lockedError } from './vault.ts';

/** Maximum number of entries in a page of older history. */
const OLDER_PAGE_LIMIT = 50;

/** The same when the whole history is read: the RPC's maximum (interface document, section 8). */
const WHOLE_PAGE_LIMIT = 200;

/**
 * Result of loading older entries. `extended`: they were added; `restarted`: the node no longer knew the cursor, so the
 * list was loaded again from the newest entry; `dropped`: another account or a newer list was shown before they
 * arrived; `at_end`: there are no older entries.
 */
export type OlderResult = 'extended' | 'restarted' | 'dropped' | 'at_end';

/** The history beyond its first page. Cursors go back to the node unchanged (interface document, section 4.2). */
export class History {
  readonly #services: Pick<Services, 'rpc'>;
  readonly #store: Store<AppState, AppEvent>;

  constructor(services: Pick<Services, 'rpc'>, store: Store<AppState, AppEvent>) {
    this.#services = services;
    this.#store = store;
  }

  /**
   * Reads one page of any address's history without changing the state. Rejects as the RPC client does, with
   * `ForeignAnswerError`, and with `wallet_locked`.
   */
  async readPage(address: Address, cursor?: string): Promise<HistoryPage> {
    const { phase } = this.#store.get();
    if (phase.name !== 'unlocked') throw lockedError();
    const wanted = { address, limit: WHOLE_PAGE_LIMIT, ...(cursor !== undefined && { cursor }) };
    return await readHistoryPage(this.#services, phase.wallet.network, wanted);
  }

  /** Reads the next older page of the selected account's history. Rejects as the RPC client does. */
  async loadOlder(): Promise<OlderResult> {
    const { data, phase } = this.#store.get();
    const cursor = data?.history.nextCursor ?? null;
    if (phase.name !== 'unlocked' || cursor === null) return 'at_end';
    const { network, selected } = phase.wallet;
    const { address } = selected;
    try {
      const page = await readHistoryPage(this.#services, network, {
        address,
        limit: OLDER_PAGE_LIMIT,
        cursor,
      });
      const isNext = this.#store.get().data?.history.nextCursor === cursor;
      return isNext && this.#replace(address, (history) => extendHistory(history, page))
        ? 'extended'
        : 'dropped';
    } catch (error) {
      if (!isUnknownCursor(error)) throw error;
      const page = await readHistoryPage(this.#services, network, { address, limit: FIRST_PAGE_LIMIT });
      return this.#replace(address, () => startHistory(page)) ? 'restarted' : 'dropped';
    }
  }

  /** Replaces the shown history; returns false if the account is not shown any more. */
  #replace(address: Address, change: (history: HistoryView) => HistoryView): boolean {
    const { data } = this.#store.get();
    if (data === undefined || !isSelected(this.#store.get(), address)) return false;
    this.#store.dispatch({ type: 'history', address, history: change(data.history) });
    return true;
  }
}

/** Whether the node rejected a cursor that it had issued, for example after a restart with another chain. */
export function isUnknownCursor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid_cursor';
}
