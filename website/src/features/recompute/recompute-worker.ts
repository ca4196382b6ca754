import { memoryHome } from '@cairn/chain/memory';
import { genesisBlockId, type Network, titleOfNetwork } from '@cairn/protocol';
import { wasmCrypto } from '@cairn/protocol/wasm';
import { openAlone, OpfsLog, type SyncFile } from '@cairn/tab/opfs-log';
import { runtime } from '@cairn/tab/system-runtime';
import * as libsecp256k1 from 'tiny-secp256k1';
import { RecomputeError } from './recomputation.ts';
import { type RecomputePlace, RecomputeSession } from './recompute-session.ts';
import type { RecomputeRequest, RecomputeState } from './recompute.ts';

/** The worker of a page that recomputes its chain: libsecp256k1 in WebAssembly, blocks in the browser's private file system. */

/** What dedicated workers have; TypeScript's DOM library does not declare it. */
type SyncHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> };

/** Folder of the blocks. */
const FOLDER = 'recomputed';
/** Milliseconds between two messages of progress. */
const PROGRESS_MS = 200;

const library = wasmCrypto(libsecp256k1);

/** @throws RecomputeError `elsewhere` */
async function openPlace(network: Network): Promise<RecomputePlace> {
  const home = memoryHome(runtime, { verify: (...parts) => library.verify(...parts), onlyValidates: true });
  const folder = await openFolder();
  if (folder === undefined) return { home, isKept: false, remove: async () => undefined };
  const name = `${titleOfNetwork(network)}-${genesisBlockId(network).slice(0, 16)}.blocks`;
  const handle = (await folder.getFileHandle(name, { create: true })) as SyncHandle;
  const openFile = async (): Promise<SyncFile> => {
    try {
      return await openAlone(() => handle.createSyncAccessHandle(), runtime);
    } catch (cause) {
      throw new RecomputeError({ code: 'elsewhere' }, { cause });
    }
  };
  const file = await openFile();
  return {
    home: { ...home, openLog: async () => new OpfsLog(network, file, name) },
    isKept: true,
    remove: () => folder.removeEntry(name),
  };
}

/** `undefined` where the browser keeps no files, as in a private window. */
async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype ? folder : undefined;
  } catch {
    return undefined;
  }
}

async function removePlaces(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER, { recursive: true });
}

let postedAt = 0;
/** Posts a state; of those of a run, a few a second. */
function post(state: RecomputeState): void {
  const now = performance.now();
  if (state.kind === 'running' && now - postedAt < PROGRESS_MS) return;
  postedAt = now;
  postMessage(state);
}

const session = new RecomputeSession(post, {
  // What is stored already needs no second copy in the browser's cache.
  fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }),
  openPlace,
  removePlaces,
});

addEventListener('message', ({ data }: MessageEvent<RecomputeRequest>) => {
  session.handle(data).catch((error: unknown) => {
    // Rethrown as uncaught, so that the page receives the worker's error event.
    setTimeout(() => {
      throw error;
    });
  });
});

// The program has loaded, which takes a while: requests before this would have been lost.
post({ kind: 'idle', isKept: false });
