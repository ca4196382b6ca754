import { decodeTransactionBody, type TransactionId } from '@cairn/protocol';
import { forEachYielding } from '../chain/scheduling.ts';
import { openMempoolStore, type MempoolStore } from '../storage/mempool-store.ts';
import type { PendingTransaction } from './mempool-types.ts';
import type { PoolChange } from './pending-pool.ts';
import { PolicyPool, type PolicyPoolOptions } from './policy-pool.ts';

interface SessionOptions extends PolicyPoolOptions {
  /** `<data-dir>/mempool` */
  readonly directory: string;
  /** Unix seconds. */
  readonly now: number;
  /** Transactions that an earlier session acknowledged; kept even if the store's files are gone. */
  readonly acknowledged: readonly PendingTransaction[];
  /** Transfers of stale blocks; the store may not have them. */
  readonly stale: readonly PendingTransaction[];
  /** Called with one line of text if the store was of another format and was moved aside. */
  readonly onSetAside: (notice: string) => void;
  /** Called once, if a later write fails. */
  readonly onFailure: (session: MempoolSession, error: unknown) => void;
}

/** A pool and the open store in which it is saved. The session ends with the first failure of the store. */
export interface MempoolSession {
  readonly store: MempoolStore;
  readonly writer: StoreWriter;
  readonly pool: PolicyPool;
  /** Number of stored transactions that are no longer valid on the chain. */
  readonly dropped: number;
}

/**
 * Opens the store, keeps the entries that are still valid on the chain, and removes the others. Signatures are not verified
 * again: every entry still hashes to the ID under which it was admitted.
 * @throws MempoolStoreError
 */
export async function openSession(options: SessionOptions): Promise<MempoolSession> {
  const { directory, now, acknowledged, stale, onSetAside, onFailure } = options;
  const { store, pending } = await openMempoolStore(directory, onSetAside);
  try {
    const pool = new PolicyPool(options);
    const candidates = new Map<TransactionId, PendingTransaction>();
    await forEachYielding(pending, (entry) => {
      candidates.set(entry.id, { ...entry, transaction: decodeTransactionBody(entry.raw) });
    });
    for (const entry of acknowledged) candidates.set(entry.id, entry);
    // Acknowledged transfers take precedence: a stale one with the same nonce may be from a block that was never canonical.
    const slots = new Set(Array.from(candidates.values(), slotOf));
    for (const entry of stale) if (!slots.has(slotOf(entry))) candidates.set(entry.id, entry);
    await forEachYielding(pool.load([...candidates.values()], now), () => true);
    await synchronize(store, pool);
    const writer = new StoreWriter(store, (error) => onFailure(session, error));
    const before = new Set([...pending, ...acknowledged].map(({ id }) => id));
    const dropped = [...before].filter((id) => pool.pending.get(id) === undefined).length;
    const session: MempoolSession = { store, writer, pool, dropped };
    return session;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Sender and nonce: at most one pending transfer has each. */
function slotOf({ transaction: { fromAddress, nonce } }: PendingTransaction): string {
  return `${fromAddress} ${nonce}`;
}

/** The transactions that a session has on disk. They were acknowledged, so they must stay pending even if the files are lost. */
export function acknowledgedBy({ pool, store }: MempoolSession): PendingTransaction[] {
  return pool.pending.all().filter(({ id }) => store.storedIds.has(id));
}

/** Makes the store equal to the pool. @throws MempoolStoreError */
async function synchronize(store: MempoolStore, pool: PolicyPool): Promise<void> {
  const batch = store.batch();
  await forEachYielding(pool.pending.all(), (pending) => {
    if (!store.storedIds.has(pending.id)) batch.put(pending);
  });
  await forEachYielding(store.storedIds, (id) => {
    if (pool.pending.get(id) === undefined) batch.remove(id);
  });
  await batch.write();
}

/**
 * Writes changes of the pool to disk in order, many in one synced batch: changes that arrive while a batch is being written go
 * into the next one. After a failed batch, every later batch fails; recovery creates a new writer.
 */
class StoreWriter {
  readonly #store: MempoolStore;
  readonly #onFailure: (error: unknown) => void;
  /** The newest change of each ID: the transaction to store, or `undefined` to remove it. */
  #changes = new Map<TransactionId, PendingTransaction | undefined>();
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  /** @param onFailure called once, with the store's own error, before the waiting calls reject */
  constructor(store: MempoolStore, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** Resolves when the change is on disk; rejects with the store's error. */
  save(changes: readonly PoolChange[]): Promise<void> {
    for (const { added, removed } of changes) {
      for (const { id } of removed) this.#changes.set(id, undefined);
      for (const pending of added) this.#changes.set(pending.id, pending);
    }
    this.#next ??= this.#schedule();
    return this.#next;
  }

  /** Resolves when no write is running, successful or not. */
  async idle(): Promise<void> {
    await Promise.allSettled([this.#current, this.#next]);
  }

  #schedule(): Promise<void> {
    const batch = this.#current.then(() => this.#writeBatch());
    this.#current = batch;
    return batch;
  }

  async #writeBatch(): Promise<void> {
    const changes = this.#changes;
    this.#changes = new Map();
    this.#next = undefined;
    try {
      const batch = this.#store.batch();
      await forEachYielding(changes, ([id, pending]) => {
        if (pending === undefined) batch.remove(id);
        else batch.put(pending);
      });
      await (batch.isEmpty ? batch.drop() : batch.write());
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }
}
