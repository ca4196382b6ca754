import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';
import { WalletError } from '../wallet-error.ts';
import {
  selectEntries,
  type OutboxStorage,
  type VaultStorage,
  type WalletStorage,
} from './wallet-storage.ts';

const VAULT_KEY = 'vault';
const SCHEMA_VERSION = 1;

interface Schema extends DBSchema {
  vaults: { key: string; value: VaultFile };
  outbox: { key: string; value: OutboxEntry };
}
type Database = IDBPDatabase<Schema>;

/**
 * Opens the wallet's IndexedDB database, making it on the first run. Throws `storage_unavailable` where the browser
 * gives no database (some private windows) or another version of the page holds it.
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
      // A newer page wants to upgrade: let it, instead of blocking it for ever.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  } catch (cause) {
    throw new WalletError(
      'storage_unavailable',
      'This browser gives the wallet no place to store its data.',
      {
        cause,
      },
    );
  }
}

function vaultStorage(database: Database): VaultStorage {
  return {
    read: () => database.get('vaults', VAULT_KEY),
    remove: () => database.delete('vaults', VAULT_KEY),
    write: (file) =>
      write(database, 'vaults', async (store) => {
        await store.put(file, VAULT_KEY);
        const stored = await store.get(VAULT_KEY);
        if (JSON.stringify(stored) !== JSON.stringify(file)) {
          throw new Error('The vault that was read back differs from the one written.');
        }
      }),
  };
}

function outboxStorage(database: Database): OutboxStorage {
  return {
    async list(network, fromAddress) {
      return selectEntries(await database.getAll('outbox'), network, fromAddress);
    },
    put: (entry) =>
      write(database, 'outbox', async (store) => {
        await store.put(entry);
      }),
    remove: (id) => database.delete('outbox', id),
    clear: () => database.clear('outbox'),
  };
}

type StoreName = 'vaults' | 'outbox';

/** Does all of `work` in one durable transaction, or nothing of it. */
async function write<Name extends StoreName>(
  database: Database,
  name: Name,
  work: (store: IDBPObjectStore<Schema, [Name], Name, 'readwrite'>) => Promise<void>,
): Promise<void> {
  try {
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    const finished = work(transaction.store).catch((error: unknown) => {
      abort(transaction);
      throw error;
    });
    await Promise.all([finished, transaction.done]);
  } catch (cause) {
    throw new WalletError('storage_write_failed', 'The browser could not store the wallet’s data.', {
      cause,
    });
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The failure that brought us here has already ended the transaction; it is what gets thrown.
  }
}
