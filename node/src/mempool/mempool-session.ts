import { decodeTransactionBody } from '@cairn/protocol';
import { openMempoolStore, type MempoolStore } from '../storage/mempool-store.ts';
import type { ConfirmedState } from './confirmed-state.ts';
import type { PendingTransaction } from './mempool-types.ts';
import type { PoolChange } from './pending-pool.ts';
import type { MempoolPolicy } from './policy.ts';
import { PolicyPool } from './policy-pool.ts';
import { StoreWriter } from './store-writer.ts';

export interface SessionOptions {
  readonly confirmed: ConfirmedState;
  readonly directory: string;
  readonly policy: MempoolPolicy;
  /** Unix seconds. */
  readonly now: number;
  /** Transactions that an earlier session had acknowledged; kept even where their file is gone. */
  readonly survivors: readonly PendingTransaction[];
  /** Called once, when a later write fails. */
  readonly onFailure: (session: MempoolSession, error: unknown) => void;
}

/** A pool and the open store that it is saved in; it ends with the first failure of the store. */
export interface MempoolSession {
  readonly store: MempoolStore;
  readonly writer: StoreWriter;
  readonly pool: PolicyPool;
  /** How many of the stored transactions did not stand on the chain any more. */
  readonly dropped: number;
}

/**
 * Opens the store, keeps of it what still stands on the chain, and writes that back. Signatures are not verified again:
 * every entry still hashes to the ID under which it was admitted.
 * @throws MempoolStoreError
 */
export async function openSession(options: SessionOptions): Promise<MempoolSession> {
  const { confirmed, directory, policy, now, survivors, onFailure } = options;
  const { store, pending } = await openMempoolStore(directory);
  try {
    const { network, account, isAddress } = confirmed;
    const pool = new PolicyPool({ network, policy, account, isAddress });
    const stored = pending.map((entry) => ({ ...entry, transaction: decodeTransactionBody(entry.raw) }));
    const candidates = new Map([...stored, ...survivors].map((entry) => [entry.id, entry]));
    pool.load([...candidates.values()], now);
    const { added, removed } = differenceFromStore(store, pool);
    await store.write({ put: added, remove: removed.map(({ id }) => id) });
    const writer = new StoreWriter(store, (error) => onFailure(session, error));
    const session: MempoolSession = {
      store,
      writer,
      pool,
      dropped: candidates.size - pool.pending.size,
    };
    return session;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What a session had surely on disk: it was acknowledged, so it must outlive the session's files. */
export function acknowledgedBy({ pool, store }: MempoolSession): PendingTransaction[] {
  return pool.pending.all().filter(({ id }) => store.storedIds.has(id));
}

/** What must be written and removed so that the store holds exactly the pool. */
function differenceFromStore(store: MempoolStore, pool: PolicyPool): PoolChange {
  const added = pool.pending.all().filter(({ id }) => !store.storedIds.has(id));
  const removed = [...store.storedIds]
    .filter((id) => pool.pending.get(id) === undefined)
    .map((id) => ({ id }));
  return { added, removed };
}
