import type { OutboxEntry } from './send/outbox.ts';
import { isSameValue, selectEntries, type VaultStorage, type WalletStorage } from './storage.ts';
import { WalletError } from './wallet-error.ts';

/** The wallet's storage in memory, for tests. */
export function createMemoryStorage(): WalletStorage {
  const outbox = new Map<string, OutboxEntry>();
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
    close() {
      void vault.remove();
      outbox.clear();
    },
  };
}

function memoryVault(): VaultStorage {
  let stored: unknown;
  return {
    read: async () => structuredClone(stored),
    async write(file, expected) {
      if (!isSameValue(stored, expected)) {
        throw new WalletError('vault_changed', 'The stored wallet has changed.');
      }
      stored = structuredClone(file);
    },
    async remove() {
      stored = undefined;
    },
  };
}
