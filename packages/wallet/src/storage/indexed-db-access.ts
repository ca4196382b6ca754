import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';
import { WalletError } from '../wallet-error.ts';

/** Schema of the wallet's database. Stored values are validated when they are read, not here. */
export interface Schema extends DBSchema {
  vaults: { key: string; value: VaultFile };
  outbox: { key: string; value: OutboxEntry };
  attempts: { key: string; value: unknown };
}
export type Database = IDBPDatabase<Schema>;
export type StoreName = 'vaults' | 'outbox' | 'attempts';
export type WritableStore<Name extends StoreName> = IDBPObjectStore<Schema, [Name], Name, 'readwrite'>;

/** Reads from the database. Throws `storage_unavailable` where the browser no longer gives it. */
export async function read<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new WalletError('storage_unavailable', 'The browser does not give the wallet its data.', { cause });
  }
}

/**
 * Runs `work` in one durable, atomic transaction. Rethrows a `WalletError` of the work itself; any other error becomes
 * `storage_write_failed`, with `data.full` when storage is full.
 */
export async function write<Name extends StoreName>(
  database: Database,
  name: Name,
  work: (store: WritableStore<Name>) => Promise<void>,
): Promise<void> {
  try {
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    const finished = work(transaction.store).catch((error: unknown) => {
      abort(transaction);
      throw error;
    });
    await Promise.all([finished, transaction.done]);
  } catch (cause) {
    if (cause instanceof WalletError) throw cause;
    throw new WalletError('storage_write_failed', 'The browser could not store the wallet’s data.', {
      data: { full: cause instanceof Error && cause.name === 'QuotaExceededError' },
      cause,
    });
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The error being handled has already ended the transaction; the caller throws that one.
  }
}
