import type { OutboxEntry } from '../send/outbox-entry.ts';
import { WalletError } from '../wallet-error.ts';
import { isSameValue, selectEntries, type VaultStorage, type WalletStorage } from './wallet-storage.ts';

/** The wallet's storage in memory, for tests. */
export function createMemoryStorage(): WalletStorage {
  const outbox = new Map<string, OutboxEntry>();
  let attempts: unknown;
  const vault = memoryVault();
  return {
    vault,
    outbox: {
      list: async (network, fromAddress) => selectEntries([...outbox.values()], network, fromAddress),
      async put(entry) {
        outbox.set(entry.id, structuredClone(entry));
      },
      async remove(id) {
        outbox.delete(id);
      },
      async clear() {
        outbox.clear();
      },
    },
    attempts: {
      read: async () => structuredClone(attempts),
      async write(value) {
        attempts = structuredClone(value);
      },
    },
    close() {
      void vault.remove();
      outbox.clear();
      attempts = undefined;
    },
  };
}

function memoryVault(): VaultStorage {
  let stored: unknown;
  let staged: unknown;
  const require = (value: unknown, expected: unknown): void => {
    if (isSameValue(value, expected)) return;
    throw new WalletError('vault_changed', 'The stored wallet has changed.');
  };
  return {
    read: async () => structuredClone(stored),
    readStaged: async () => structuredClone(staged),
    async write(file, expected) {
      require(stored, expected);
      stored = structuredClone(file);
    },
    async stage(file) {
      staged = structuredClone(file);
    },
    async promote(file, expected) {
      require(stored, expected);
      require(staged, file);
      [stored, staged] = [staged, undefined];
    },
    async discardStaged() {
      staged = undefined;
    },
    async remove() {
      [stored, staged] = [undefined, undefined];
    },
  };
}
