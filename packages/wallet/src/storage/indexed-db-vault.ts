import type { VaultFile } from '../vault/vault-file.ts';
import { WalletError } from '../wallet-error.ts';
import { read, write, type Database, type WritableStore } from './indexed-db-access.ts';
import { isSameValue, type VaultStorage } from './wallet-storage.ts';

const VAULT_KEY = 'vault';
const STAGED_KEY = 'staged';

/** The vault and its staged replacement, in one object store, so that one transaction covers both. */
export function vaultStorage(database: Database): VaultStorage {
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

/** Throws unless the stored value is `expected`: another tab's write must not be overwritten unseen. */
async function requireStored(store: WritableStore<'vaults'>, key: string, expected: unknown): Promise<void> {
  if (isSameValue(await store.get(key), expected)) return;
  throw new WalletError('vault_changed', 'Another tab has changed the stored wallet meanwhile.');
}

async function putAndCompare(store: WritableStore<'vaults'>, key: string, file: VaultFile): Promise<void> {
  await store.put(file, key);
  if (!isSameValue(await store.get(key), file)) {
    throw new Error('The vault that was read back differs from the one written.');
  }
}
