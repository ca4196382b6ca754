import type { Runtime } from '@cairn/chain';
import { DevnetClock } from '@cairn/chain/devnet';
import { memoryHome, type MemoryHome } from '@cairn/chain/memory';
import type { SqlPlace } from '@cairn/chain/projection';
import { readClock, writeClock } from './clock-file.ts';
import { openAlone, OpfsLog, type SyncFile } from './opfs-log.ts';
import { sqlitePlace } from './sqlite-level.ts';
import { runtime as system } from './system-runtime.ts';
import type { Sqlite, SqlitePool } from './wasm-sqlite.ts';

/** Of the folder in the private file system, and of what is in it. */
const NAME = 'cairn-tab';
const BLOCKS = 'blocks';
const CLOCK = 'clock';
const DATABASES = 'databases';

/** What a browser keeps of a chain, in files: its blocks, its databases and its clock. Nobody else may have them open. */
export class TabStorage {
  readonly #folder: FileSystemDirectoryHandle;
  readonly #sqlite: Sqlite;
  #pool: SqlitePool | undefined;
  #clockFile: SyncFile | undefined;

  private constructor(folder: FileSystemDirectoryHandle, sqlite: Sqlite) {
    this.#folder = folder;
    this.#sqlite = sqlite;
  }

  /** @returns `undefined` where the browser keeps nothing, as in some private windows */
  static async open(sqlite: Sqlite): Promise<TabStorage | undefined> {
    try {
      if (!('createSyncAccessHandle' in FileSystemFileHandle.prototype)) return undefined;
      const root = await navigator.storage.getDirectory();
      return new TabStorage(await root.getDirectoryHandle(NAME, { create: true }), sqlite);
    } catch {
      return undefined;
    }
  }

  /** Where a chain and its index live. @throws DOMException if there is no room */
  async home(runtime: Runtime): Promise<{ readonly home: MemoryHome; readonly index: SqlPlace }> {
    const openPool = () => this.#sqlite.openPool(`${NAME}/${DATABASES}`);
    const pool = (this.#pool ??= await openAlone(openPool, system));
    const level = (name: string) => sqlitePlace(`${NAME}/${name}`, pool.place(name));
    const home = {
      ...memoryHome(runtime),
      openLog: async (network) => new OpfsLog(network, await this.#openFile(BLOCKS), `${NAME}/${BLOCKS}`),
      core: level('core'),
      mempool: level('mempool'),
    } satisfies MemoryHome;
    return { home, index: pool.place('index') };
  }

  /** The clock of the chain. Each change of it is kept. */
  async clock(): Promise<DevnetClock> {
    const file = (this.#clockFile ??= await this.#openFile(CLOCK));
    return new DevnetClock(system.now, readClock(file), (changed) => writeClock(file, changed));
  }

  /** Forgets the chain, which is closed: its blocks first, without which nothing else of it is used if the worker ends meanwhile. */
  async clear(): Promise<void> {
    await this.#folder.removeEntry(BLOCKS).catch((error: Error) => {
      if (error.name !== 'NotFoundError') throw error; // there may be none yet
    });
    await this.#pool?.clear();
    this.#clockFile?.truncate(0);
  }

  async #openFile(name: string): Promise<SyncFile> {
    const handle = await this.#folder.getFileHandle(name, { create: true });
    return openAlone(() => handle.createSyncAccessHandle(), system);
  }
}
