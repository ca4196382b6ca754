import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';
import { WalletError } from '../wallet-error.ts';
import {
  isSameValue,
  selectEntries,
  type AttemptStorage,
  type OutboxStorage,
  type VaultStorage,
  type WalletStorage,
} from './wallet-storage.ts';

const SCHEMA_VERSION = 2;
const ATTEMPTS_KEY = 'attempts';
const VAULT_KEY = 'vault';
const STAGED_KEY = 'staged';

/** Schema of the wallet's database. The code that reads stored values validates them. */
interface Schema extends DBSchema {
  vaults: { key: string; value: VaultFile };
  outbox: { key: string; value: OutboxEntry };
  attempts: { key: string; value: unknown };
}
type Database = IDBPDatabase<Schema>;
type StoreName = 'vaults' | 'outbox' | 'attempts';
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
    attempts: attemptStorage(database),
    close: () => database.close(),
  };
}

async function open(name: string): Promise<Database> {
  try {
    return await openDB<Schema>(name, SCHEMA_VERSION, {
      upgrade(database, oldVersion) {
        if (oldVersion < 1) {
          database.createObjectStore('vaults');
          database.createObjectStore('outbox', { keyPath: 'id' });
        }
        if (oldVersion < 2) database.createObjectStore('attempts');
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

/** The vault and its staged replacement are in one object store, so that one transaction covers both. */
function vaultStorage(database: Database): VaultStorage {
  return {
    read: () => read(() => database.get('vaults', VAULT_KEY)),
    readStaged: () => read(() => database.get('vaults', STAGED_KEY)),
    write: (file, expected) =>
      write(database, 'vaults', async (store) => {
        await requireStored(store, VAULT_KEY, expected);
        await putAndCompare(store, VAULT_KEY, file);
      }),
    stage: (file) => write(database, 'vaults', (store) => putAndCompare(store, STAGED_KEY, file)),
    promote: (staged, expected) =>
      write(database, 'vaults', async (store) => {
        await requireStored(store, VAULT_KEY, expected);
        await requireStored(store, STAGED_KEY, staged);
        await putAndCompare(store, VAULT_KEY, staged);
        await store.delete(STAGED_KEY);
      }),
    discardStaged: () => write(database, 'vaults', (store) => store.delete(STAGED_KEY)),
    remove: () => write(database, 'vaults', (store) => store.clear()),
  };
}

/** Throws unless the stored value is `expected`, so that another tab's write is not overwritten unnoticed. */
async function requireStored(store: WritableStore<'vaults'>, key: string, expected: unknown): Promise<void> {
  if (isSameValue(await store.get(key), expected)) return;
  throw new WalletError('vault_changed', 'Another tab has changed the stored wallet.');
}

async function putAndCompare(store: WritableStore<'vaults'>, key: string, file: VaultFile): Promise<void> {
  await store.put(file, key);
  if (!isSameValue(await store.get(key), file)) {
    throw new Error('The vault read back differs from the one written.');
  }
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

function attemptStorage(database: Database): AttemptStorage {
  return {
    read: () => read(() => database.get('attempts', ATTEMPTS_KEY)),
    write: (attempts) =>
      write(database, 'attempts', async (store) => {
        await store.put(attempts, ATTEMPTS_KEY);
      }),
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
 * `storage_write_failed`, with `data.full` if the storage is full.
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
      data: { full: cause instanceof Error && cause.name === 'QuotaExceededError' },
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
