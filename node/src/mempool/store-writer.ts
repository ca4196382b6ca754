import type { MempoolStore } from '../storage/mempool-store.ts';
import type { PendingTransaction } from './mempool-types.ts';
import type { PoolChange } from './pending-pool.ts';

/**
 * Brings changes of the pool to disk in their order, many in one synced batch: whatever comes while a batch is being
 * written goes into the next one. After a failed batch every later one fails too; a new writer begins after recovery.
 */
export class StoreWriter {
  readonly #store: MempoolStore;
  readonly #onFailure: (error: unknown) => void;
  /** Newest wish for each ID: the transaction to keep, or `undefined` to remove it. */
  #wishes = new Map<string, PendingTransaction | undefined>();
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  /** @param onFailure called once, with the store's own error, before the waiting callers learn of it */
  constructor(store: MempoolStore, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** Resolves when the change is on disk; rejects with the store's error. */
  save(changes: readonly PoolChange[]): Promise<void> {
    for (const { added, removed } of changes) {
      for (const { id } of removed) this.#wishes.set(id, undefined);
      for (const pending of added) this.#wishes.set(pending.id, pending);
    }
    this.#next ??= this.#schedule();
    return this.#next;
  }

  /** Resolves when nothing is being written any more, whether it went well or not. */
  async idle(): Promise<void> {
    await Promise.allSettled([this.#current, this.#next]);
  }

  #schedule(): Promise<void> {
    const batch = this.#current.then(() => this.#writeBatch());
    this.#current = batch;
    return batch;
  }

  async #writeBatch(): Promise<void> {
    const wishes = this.#wishes;
    this.#wishes = new Map();
    this.#next = undefined;
    const put: PendingTransaction[] = [];
    const remove: string[] = [];
    for (const [id, pending] of wishes) {
      if (pending !== undefined) put.push(pending);
      else if (this.#store.storedIds.has(id)) remove.push(id);
    }
    if (put.length === 0 && remove.length === 0) return;
    try {
      await this.#store.write({ put, remove });
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }
}
