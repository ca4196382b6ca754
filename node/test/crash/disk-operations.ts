import { existsSync, readdirSync, rmSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { Level } from 'level';

/** The LevelDB folders of a data directory. */
const STORES = { core: 'index', side: 'side blocks', mempool: 'pending store' } as const;
type Store = (typeof STORES)[keyof typeof STORES];

/** Disk operations of a process, named by their role. */
export type DiskOperation =
  | `${'begin' | 'write' | 'sync' | 'cut' | 'remove'} block file`
  | 'sync block folder'
  | 'remove index'
  | `${'open' | 'write'} ${Store}`;

/** A disk operation that is about to happen. */
export interface DiskCall {
  readonly name: DiskOperation;
  readonly path: string;
  readonly run: () => Promise<unknown>;
  /** Does half of it, for one that can be interrupted half-way. */
  readonly half?: () => Promise<unknown>;
}

/** True for the operations that change what the chain has on disk. */
export function changesChain(name: DiskOperation): boolean {
  return !name.startsWith('open') && name !== 'write pending store';
}

/**
 * Passes this process's disk operations on data directories to an interceptor from now on, which performs them or not. Functions of Node
 * and LevelDB are wrapped, also for named imports.
 */
export function interceptDiskOperations(intercept: (call: DiskCall) => Promise<unknown>): void {
  interceptFiles(intercept);
  interceptRemovals(intercept);
  interceptLevel(intercept);
  syncBuiltinESMExports();
}

type Intercept = Parameters<typeof interceptDiskOperations>[0];

function interceptFiles(intercept: Intercept): void {
  const { open } = fs;
  fs.open = async (file, ...rest) => {
    const path = String(file);
    const isBlockFile = basename(path).startsWith('blk');
    let handle: FileHandle | undefined;
    const run = async (): Promise<FileHandle> => {
      handle = await open(file, ...rest);
      if (isBlockFile) interceptBlockFile(handle, path, intercept);
      return handle;
    };
    const isFolder = basename(path) === 'blocks';
    if (!isFolder && (!isBlockFile || existsSync(path))) return run();
    const name = isFolder ? 'sync block folder' : 'begin block file';
    try {
      return (await intercept({ name, path, run })) as FileHandle;
    } catch (error) {
      await handle?.close(); // it failed after it was done
      throw error;
    }
  };
}

function interceptBlockFile(handle: FileHandle, path: string, intercept: Intercept): void {
  const write = handle.write.bind(handle) as (...range: unknown[]) => ReturnType<FileHandle['write']>;
  const truncate = handle.truncate.bind(handle);
  const datasync = handle.datasync.bind(handle);
  const intercepted = (bytes: Uint8Array, offset: number, length: number, position: number) =>
    intercept({
      name: 'write block file',
      path,
      run: () => write(bytes, offset, length, position),
      half: () => write(bytes, offset, Math.floor(length / 2), position),
    });
  Object.assign(handle, {
    write: intercepted,
    truncate: (length: number) => intercept({ name: 'cut block file', path, run: () => truncate(length) }),
    datasync: () => intercept({ name: 'sync block file', path, run: () => datasync() }),
  });
}

function interceptRemovals(intercept: Intercept): void {
  const { rm, unlink } = fs;
  fs.unlink = async (file) => {
    const path = String(file);
    if (!basename(path).startsWith('blk')) return unlink(file);
    await intercept({ name: 'remove block file', path, run: () => unlink(file) });
  };
  fs.rm = async (folder, options) => {
    const path = String(folder);
    if (basename(path) !== 'core' || !existsSync(path)) return rm(folder, options);
    const half = async (): Promise<void> => {
      const names = readdirSync(path);
      for (const name of names.slice(0, Math.ceil(names.length / 2))) rmSync(join(path, name));
    };
    await intercept({ name: 'remove index', path, run: () => rm(folder, options), half });
  };
}

/** The methods of LevelDB that are replaced in its prototype, and so in every store of this process. */
interface LevelMethods {
  readonly location: string;
  open: (this: LevelMethods, ...options: unknown[]) => Promise<void>;
  batch: (this: LevelMethods, ...list: unknown[]) => Promise<void> | Chained;
}

interface Chained {
  write: (this: Chained, ...options: unknown[]) => Promise<void>;
}

function interceptLevel(intercept: Intercept): void {
  const prototype = Level.prototype as unknown as LevelMethods;
  const { open, batch } = prototype;
  const storeAt = (path: string): Store => STORES[basename(path) as keyof typeof STORES];
  prototype.open = async function (...options) {
    const run = (): Promise<void> => open.apply(this, options);
    await intercept({ name: `open ${storeAt(this.location)}`, path: this.location, run });
  };
  prototype.batch = function (...list) {
    const name = `write ${storeAt(this.location)}` as const;
    const path = this.location;
    if (list.length > 0)
      return intercept({ name, path, run: async () => batch.apply(this, list) }) as Promise<void>;
    const chained = batch.apply(this, list) as Chained;
    const { write } = chained;
    chained.write = (...options) =>
      intercept({ name, path, run: () => write.apply(chained, options) }) as Promise<void>;
    return chained;
  };
}
