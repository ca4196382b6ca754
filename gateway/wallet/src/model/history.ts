import { ApiError } from '@cairn/api/rpc';
import type { Address } from '@cairn/protocol';
import type { HistoryPage } from '@cairn/wallet';
import { FIRST_PAGE_LIMIT } from './read-node.ts';
import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import type { AppState } from './state.ts';
import type { Store } from '@cairn/ui';

/** Maximum number of entries in a page of older history. */
const OLDER_PAGE_LIMIT = 50;

/** The same when the whole history is read: the RPC's maximum (interface document, section 8). */
const WHOLE_PAGE_LIMIT = 200;

/** The history beyond its first page. Cursors go back to the node unchanged (interface document, section 4.2). */
export class History {
  readonly #rpc: Services['rpc'];
  readonly #store: Store<AppState, AppEvent>;

  constructor({ rpc }: Pick<Services, 'rpc'>, store: Store<AppState, AppEvent>) {
    this.#rpc = rpc;
    this.#store = store;
  }

  /** Reads one page of any address's history without changing the state. Rejects as the RPC client does. */
  readPage(address: Address, cursor?: string): Promise<HistoryPage> {
    return this.#rpc.listAccountTransactions({
      address,
      limit: WHOLE_PAGE_LIMIT,
      ...(cursor !== undefined && { cursor }),
    });
  }

  /**
   * Reads the next older page of the selected account's history. If the node no longer knows the cursor, for example
   * after a restart with another chain, reads the history again from its newest entry. Rejects as the RPC client does.
   * @returns false if nothing was added: there is no older entry, or another account or list is shown by now
   */
  async loadOlder(): Promise<boolean> {
    const { history, account } = this.#store.get().data ?? {};
    const cursor = history?.nextCursor ?? undefined;
    if (account === undefined || cursor === undefined) return false;
    const { address } = account;
    try {
      const page = await this.#rpc.listAccountTransactions({ address, limit: OLDER_PAGE_LIMIT, cursor });
      const shown = this.#store.get();
      this.#store.dispatch({ type: 'page', address, page, cursor });
      return this.#store.get() !== shown;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalid_cursor')) throw error;
      const page = await this.#rpc.listAccountTransactions({ address, limit: FIRST_PAGE_LIMIT });
      this.#store.dispatch({ type: 'page', address, page });
      return false;
    }
  }
}
