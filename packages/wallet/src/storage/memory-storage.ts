import type { OutboxEntry } from '../send/outbox-entry.ts';
import { selectEntries, type WalletStorage } from './wallet-storage.ts';

/** The wallet's storage without a browser's database: for tests, and gone with the process. */
export function createMemoryStorage(): WalletStorage {
  let vault: unknown;
  const outbox = new Map<string, OutboxEntry>();
  return {
    vault: {
      read: async () => structuredClone(vault),
      async write(file) {
        vault = structuredClone(file);
      },
      async remove() {
        vault = undefined;
      },
    },
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
      vault = undefined;
      outbox.clear();
    },
  };
}
