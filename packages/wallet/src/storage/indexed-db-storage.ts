import { openDB } from 'idb';
import { WalletError } from '../wallet-error.ts';
import { read, write, type Database, type Schema } from './indexed-db-access.ts';
import { vaultStorage } from './indexed-db-vault.ts';
import {
  selectEntries,
  type AttemptStorage,
  type OutboxStorage,
  type WalletStorage,
} from './wallet-storage.ts';

const SCHEMA_VERSION = 2;
const ATTEMPTS_KEY = 'attempts';

/**
 * Opens the wallet's IndexedDB database, making it on the first run. Throws `storage_unavailable` where the browser
 * gives no database (some private windows) or another version of the page holds it.
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
      // A newer page wants to upgrade the database: close ours, which would block it for ever.
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
