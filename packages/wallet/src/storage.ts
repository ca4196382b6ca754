import type { Address } from '@cairn/protocol';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { OutboxEntry, OutboxStorage } from './send/outbox.ts';
import type { VaultFile } from './vault/vault-file.ts';
import { WalletError } from './wallet-error.ts';

/** Stores the encrypted vault: one for each browser profile and gateway address. */
export interface VaultStorage {
  /** The stored value; `undefined` if nothing is stored. `openVault` and `decodeVaultFile` validate it. */
  read(): Promise<unknown>;
  /**
   * Replaces the stored value in one durable transaction. Throws `vault_changed` if the stored value is not `expected`
   * (`undefined`: nothing is stored), else `storage_write_failed`. After an error the old vault is still stored.
   */
  write(file: VaultFile, expected: unknown): Promise<void>;
  remove(): Promise<void>;
}

/** All stores of the wallet, opened and closed together. */
export interface WalletStorage {
  readonly vault: VaultStorage;
  readonly outbox: OutboxStorage;
  close(): void;
}

/** Entries of one sender on one network, by nonce, then by the time of signing. */
export function selectEntries(
  entries: readonly OutboxEntry[],
  network: string,
  fromAddress: Address,
): OutboxEntry[] {
  return entries
    .filter((entry) => entry.network === network && entry.fromAddress === fromAddress)
    .sort((a, b) => a.nonce - b.nonce || a.signedAt - b.signedAt);
}

/** True if two stored values have the same JSON, with the same order of fields. */
function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

const SCHEMA_VERSION = 1;
const VAULT_KEY = 'vault';

/** Schema of the wallet's database. The code that reads stored values validates them. */
interface Schema extends DBSchema {
  vaults: { key: string; value: VaultFile };
  outbox: { key: string; value: OutboxEntry };
}
type Database = IDBPDatabase<Schema>;
type StoreName = 'vaults' | 'outbox';
type WritableStore<Name extends StoreName> = IDBPObjectStore<Schema, [Name], Name, 'readwrite'>;

/**
 * Opens the wallet's IndexedDB database, or creates it. Throws `storage_unavailable` if the browser provides no
 * database (some private windows) or another version of the page blocks it.
 */
export async function openIndexedDbStorage(name = 'cairn-wallet'): Promise<WalletStorage> {
  const database = await open(name);
  return {
    vault: vaultStorage(database),
    outbox: outboxStorage(database),
    close: () => database.close(),
  };
}

async function open(name: string): Promise<Database> {
  try {
    return await openDB<Schema>(name, SCHEMA_VERSION, {
      upgrade(database) {
        database.createObjectStore('vaults');
        database.createObjectStore('outbox', { keyPath: 'id' });
      },
      // A newer version of the page upgrades the database, which an open connection would block.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  } catch (cause) {
    throw new WalletError('storage_unavailable', 'The browser provides no storage for the wallet.', {
      cause,
    });
  }
}

function vaultStorage(database: Database): VaultStorage {
  return {
    read: () => read(() => database.get('vaults', VAULT_KEY)),
    write: (file, expected) =>
      write(database, 'vaults', async (store) => {
        // Another tab's write must not be overwritten unnoticed.
        if (!isSameValue(await store.get(VAULT_KEY), expected)) {
          throw new WalletError('vault_changed', 'Another tab has changed the stored wallet.');
        }
        await store.put(file, VAULT_KEY);
      }),
    remove: () => write(database, 'vaults', (store) => store.clear()),
  };
}

function outboxStorage(database: Database): OutboxStorage {
  return {
    async list(network, fromAddress) {
      return selectEntries(await read(() => database.getAll('outbox')), network, fromAddress);
    },
    put: (entry) =>
      write(database, 'outbox', async (store) => {
        await store.put(entry);
      }),
    remove: (id) => write(database, 'outbox', (store) => store.delete(id)),
    clear: () => write(database, 'outbox', (store) => store.clear()),
  };
}

/** Reads from the database. Throws `storage_unavailable` if that fails. */
async function read<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new WalletError('storage_unavailable', 'The browser cannot read the wallet’s data.', { cause });
  }
}

/**
 * Runs `work` in one durable, atomic transaction. Throws a `WalletError` of `work` unchanged; any other error becomes
 * `storage_write_failed`.
 */
async function write<Name extends StoreName>(
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
      cause,
    });
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended, with the error that the caller throws.
  }
}
