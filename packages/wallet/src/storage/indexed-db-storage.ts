import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';
import { WalletError } from '../wallet-error.ts';
import type { OutboxStorage, VaultStorage, WalletStorage } from './wallet-storage.ts';

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
      writing(async () => {
        const transaction = database.transaction('vaults', 'readwrite', { durability: 'strict' });
        await transaction.store.put(file, VAULT_KEY);
        const stored = await transaction.store.get(VAULT_KEY);
        if (JSON.stringify(stored) !== JSON.stringify(file)) {
          transaction.abort();
          throw new Error('The vault read back differs from the one written.');
        }
        await transaction.done;
      }),
  };
}

function outboxStorage(database: Database): OutboxStorage {
  return {
    async list(network, fromAddress) {
      const entries = await database.getAll('outbox');
      return entries
        .filter((entry) => entry.network === network && entry.fromAddress === fromAddress)
        .sort((a, b) => a.nonce - b.nonce || a.signedAt - b.signedAt);
    },
    put: (entry) =>
      writing(async () => {
        const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
        await transaction.store.put(entry);
        await transaction.done;
      }),
    remove: (id) => database.delete('outbox', id),
    clear: () => database.clear('outbox'),
  };
}

async function writing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new WalletError('storage_write_failed', 'The browser could not store the wallet’s data.', {
      cause,
    });
  }
}
