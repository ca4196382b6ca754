import { memoryHome } from '@cairn/chain/memory';
import { genesisBlockId, type Network, titleOfNetwork } from '@cairn/protocol';
import { wasmCrypto } from '@cairn/protocol/wasm';
import { openAlone, OpfsLog, type SyncFile } from '@cairn/tab/opfs-log';
import { runtime } from '@cairn/tab/system-runtime';
import * as libsecp256k1 from 'tiny-secp256k1';
import { ProofError } from './proof-error.ts';
import { RECOMPUTED_FOLDER } from './recomputed.ts';
import { patient, recomputer, type RecomputePlace } from './recomputation.ts';
import { serveProofs } from './session.ts';

/** The worker of a page that recomputes its chain: libsecp256k1 in WebAssembly, blocks in the browser's private file system. */

/** What dedicated workers have; TypeScript's DOM library does not declare it. */
type SyncHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> };

const library = wasmCrypto(libsecp256k1);

/** @throws ProofError `elsewhere` */
async function openPlace(network: Network): Promise<RecomputePlace> {
  const home = memoryHome(runtime, { verify: (...parts) => library.verify(...parts), onlyValidates: true });
  const folder = await openFolder();
  if (folder === undefined) return { home, remove: async () => undefined };
  const name = `${titleOfNetwork(network)}-${genesisBlockId(network).slice(0, 16)}.blocks`;
  const handle = (await folder.getFileHandle(name, { create: true })) as SyncHandle;
  const openFile = async (): Promise<SyncFile> => {
    try {
      return await openAlone(() => handle.createSyncAccessHandle(), runtime);
    } catch (cause) {
      throw new ProofError('elsewhere', '', { cause });
    }
  };
  const file = await openFile();
  return {
    home: { ...home, openLog: async () => new OpfsLog(network, file, name) },
    remove: () => folder.removeEntry(name),
  };
}

/** `undefined` where the browser keeps no files, as in a private window. */
async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(RECOMPUTED_FOLDER, { create: true });
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype ? folder : undefined;
  } catch {
    return undefined;
  }
}

serveProofs({
  // What is stored already needs no second copy in the browser's cache.
  fetch: patient((input, init) => fetch(input, { ...init, cache: 'no-store' }), runtime.sleep),
  recompute: recomputer(openPlace),
});
