import type { Runtime } from '@cairn/chain';
import { type ClockState, DevnetClock } from '@cairn/chain/devnet';
import { memoryHome, type MemoryHome } from '@cairn/chain/memory';
import { type IDBPDatabase, openDB } from 'idb';
import { keptPlace } from './kept-level.ts';
import { openAlone, OpfsLog } from './opfs-log.ts';

/** Of the folder in the private file system, and of the database. */
const NAME = 'cairn-tab';
const BLOCKS = 'blocks';

/** What a browser keeps of a chain: its blocks in a file, its pending transactions and its clock in IndexedDB. */
export class TabStorage {
  readonly #folder: FileSystemDirectoryHandle;
  readonly #rows: IDBPDatabase;

  private constructor(folder: FileSystemDirectoryHandle, rows: IDBPDatabase) {
    this.#folder = folder;
    this.#rows = rows;
  }

  /** @returns `undefined` where the browser keeps nothing, as in some private windows */
  static async open(): Promise<TabStorage | undefined> {
    try {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(NAME, { create: true });
      const rows = await openDB(NAME, 1, {
        upgrade: (database) => {
          database.createObjectStore('mempool');
          database.createObjectStore('clock');
        },
      });
      return 'createSyncAccessHandle' in FileSystemFileHandle.prototype
        ? new TabStorage(folder, rows)
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** The home of a chain. Nobody else may have its blocks open. */
  home(runtime: Runtime): MemoryHome {
    return {
      ...memoryHome(runtime),
      openLog: async (network) => {
        const file = await this.#folder.getFileHandle(BLOCKS, { create: true });
        return new OpfsLog(
          network,
          await openAlone(() => file.createSyncAccessHandle(), runtime),
          `${NAME}/${BLOCKS}`,
        );
      },
      mempool: keptPlace(this.#rows, 'mempool'),
    };
  }

  /** The clock of the chain. Each change of it is kept. @param machineClock Unix milliseconds */
  async clock(machineClock: () => number): Promise<DevnetClock> {
    const state = (await this.#rows.get('clock', 0)) as ClockState | undefined;
    return new DevnetClock(machineClock, state, (changed) => {
      // Where there is no room for it, there is none for a block either, which says so.
      this.#rows.put('clock', changed, 0).catch(() => undefined);
    });
  }

  /** Forgets the chain, which is closed. */
  async clear(): Promise<void> {
    await Promise.all([this.#rows.clear('mempool'), this.#rows.clear('clock')]);
    await this.#folder.removeEntry(BLOCKS).catch((error: Error) => {
      if (error.name !== 'NotFoundError') throw error; // there may be none yet
    });
  }
}
