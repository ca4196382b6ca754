import { existsSync, readdirSync, rmSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { Level } from 'level';

/** Disk operations of a process, named by their role in recovery. */
export type DiskOperation =
  | 'begin block file'
  | 'sync block folder'
  | 'write block file'
  | 'sync block file'
  | 'cut block file'
  | 'remove block file'
  | 'open index'
  | 'write index'
  | 'remove index'
  | 'open pending store'
  | 'write pending store';

/** Operations that a kill can interrupt half-way. */
export const DIVISIBLE: readonly DiskOperation[] = ['write block file', 'remove index'];

/** Called before each disk operation of this process. */
interface DiskWatcher {
  /** @returns true to perform only half of a divisible operation and then call `halfDone` */
  begins(name: DiskOperation): boolean;
  halfDone(name: DiskOperation): void;
}

/**
 * Reports this process's disk operations on its data directory to a watcher from now on. Node's and LevelDB's functions
 * are wrapped, also for named imports; the real operations still happen.
 */
export function watchDiskOperations(watcher: DiskWatcher): void {
  watchFiles(watcher);
  watchRemovals(watcher);
  watchLevel(watcher);
  syncBuiltinESMExports();
}

function watchFiles(watcher: DiskWatcher): void {
  const { open } = fs;
  fs.open = async (path, ...rest) => {
    const name = basename(String(path));
    const isBlockFile = name.startsWith('blk');
    if (isBlockFile && !existsSync(String(path))) watcher.begins('begin block file');
    if (name === 'blocks') watcher.begins('sync block folder');
    const handle = await open(path, ...rest);
    if (isBlockFile) watchBlockFile(handle, watcher);
    return handle;
  };
}

function watchBlockFile(handle: FileHandle, watcher: DiskWatcher): void {
  watchWrites(handle, 'write block file', watcher);
  const truncate = handle.truncate.bind(handle);
  const datasync = handle.datasync.bind(handle);
  handle.truncate = (length) => {
    watcher.begins('cut block file');
    return truncate(length);
  };
  handle.datasync = () => {
    watcher.begins('sync block file');
    return datasync();
  };
}

function watchWrites(handle: FileHandle, name: DiskOperation, watcher: DiskWatcher): void {
  const write = handle.write.bind(handle) as (...range: unknown[]) => ReturnType<FileHandle['write']>;
  const watched = async (bytes: Uint8Array, offset: number, length: number, position: number) => {
    if (watcher.begins(name)) {
      await write(bytes, offset, Math.floor(length / 2), position);
      watcher.halfDone(name);
    }
    return write(bytes, offset, length, position);
  };
  handle.write = watched as typeof handle.write;
}

function watchRemovals(watcher: DiskWatcher): void {
  const { rm, unlink } = fs;
  fs.unlink = (path) => {
    if (basename(String(path)).startsWith('blk')) watcher.begins('remove block file');
    return unlink(path);
  };
  fs.rm = (path, options) => {
    const directory = String(path);
    const isIndex = basename(directory) === 'core' && existsSync(directory);
    if (isIndex && watcher.begins('remove index')) {
      const names = readdirSync(directory);
      for (const name of names.slice(0, Math.ceil(names.length / 2))) rmSync(join(directory, name));
      watcher.halfDone('remove index');
    }
    return rm(path, options);
  };
}

/** The watched methods of LevelDB. */
interface WatchedLevel {
  readonly location: string;
  open: (this: WatchedLevel, ...options: unknown[]) => Promise<void>;
  batch: (this: WatchedLevel, ...list: unknown[]) => Promise<void> | Chained;
}

interface Chained {
  write: (this: Chained, ...options: unknown[]) => Promise<void>;
}

/** Replaces methods of LevelDB's prototype, and so of every store in this process. */
function watchLevel(watcher: DiskWatcher): void {
  const prototype = Level.prototype as unknown as WatchedLevel;
  const { open, batch } = prototype;
  prototype.open = function (...options) {
    watcher.begins(isPending(this.location) ? 'open pending store' : 'open index');
    return open.apply(this, options);
  };
  prototype.batch = function (...list) {
    const name = isPending(this.location) ? 'write pending store' : 'write index';
    if (list.length > 0) watcher.begins(name);
    const result = batch.apply(this, list);
    if (!('write' in result)) return result;
    const { write } = result;
    result.write = (...options) => {
      watcher.begins(name);
      return write.apply(result, options);
    };
    return result;
  };
}

function isPending(location: string): boolean {
  return basename(location) === 'mempool';
}
