/** `@cairn/sdk/node`: what needs a file system. */
import { appendFile, readFile } from 'node:fs/promises';
import type { StoredTransfer, TransferStore } from './transfer-store.ts';

/**
 * Keeps transfers in a file that only its owner can read, a line of JSON for each change. A line is on disk before `put` resolves.
 * @param path made if it does not exist; its folder must
 * @example
 * import { accountFromPhrase, createCairn } from '@cairn/sdk';
 * import { fileStore } from '@cairn/sdk/node';
 *
 * const cairn = createCairn({ rpc: { url: 'http://127.0.0.1:28444', token: process.env.RPC_TOKEN! } });
 * const account = await accountFromPhrase(cairn, process.env.PHRASE!, { store: fileStore('payments.jsonl') });
 */
export function fileStore(path: string): TransferStore {
  const append = (text: string): Promise<void> => appendFile(path, text, { mode: 0o600, flush: true });
  return {
    async list(sender) {
      await append(''); // makes the file
      const lines = (await readFile(path, 'utf8')).split('\n').map(parseLine);
      const transfers = new Map(lines.map((transfer) => [transfer?.id, transfer]));
      return [...transfers.values()].filter((transfer) => transfer?.sender === sender) as StoredTransfer[];
    },
    put: (transfer) => append(`\n${JSON.stringify(transfer)}\n`),
  };
}

/** `undefined` for an empty line, and for one that a crash cut off: its transfer was never sent. */
function parseLine(line: string): StoredTransfer | undefined {
  try {
    return JSON.parse(line) as StoredTransfer;
  } catch {
    return undefined;
  }
}
