/** `@cairn/sdk/node`: what needs a file system. */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredTransfer, TransferStore } from './transfer-store.ts';

/**
 * Keeps transfers as JSON files, one each, in a folder that only the owner can read. A file is on disk before `put` resolves.
 * @example
 * import { accountFromPhrase, createCairn } from '@cairn/sdk';
 * import { fileStore } from '@cairn/sdk/node';
 *
 * const cairn = createCairn({ rpc: { url: 'http://127.0.0.1:28444', token: process.env.RPC_TOKEN! } });
 * const account = await accountFromPhrase(cairn, process.env.PHRASE!, { store: fileStore('payments') });
 */
export function fileStore(folder: string): TransferStore {
  const folderOf = (sender: string): string => join(folder, sender);
  return {
    async list(sender) {
      await mkdir(folderOf(sender), { recursive: true, mode: 0o700 });
      const names = (await readdir(folderOf(sender))).filter((name) => name.endsWith('.json'));
      const texts = await Promise.all(names.map((name) => readFile(join(folderOf(sender), name), 'utf8')));
      return texts.map((text) => JSON.parse(text) as StoredTransfer);
    },
    async put(transfer) {
      const target = join(folderOf(transfer.sender), transfer.id);
      await mkdir(folderOf(transfer.sender), { recursive: true, mode: 0o700 });
      const file = await open(`${target}.new`, 'w', 0o600);
      await file.writeFile(`${JSON.stringify(transfer)}\n`);
      await file.sync();
      await file.close();
      await rename(`${target}.new`, `${target}.json`);
      await syncFolder(folderOf(transfer.sender));
    },
    async remove({ sender, id }) {
      await rm(join(folderOf(sender), `${id}.json`), { force: true });
    },
  };
}

/** A new name is on disk only once its folder is; Windows cannot open folders, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
