/** For tests only: files of this machine, with the methods of an access handle. */
import {
  constants,
  closeSync,
  fsyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import type { SyncFile } from './opfs-log.ts';

/** Opens a file, and creates it. @param room bytes that the disk has @param onRead called with the size of each read */
export function openFile(
  path: string,
  room = Infinity,
  onRead: (size: number) => void = () => undefined,
): SyncFile {
  const handle = openSync(path, constants.O_RDWR | constants.O_CREAT);
  return {
    read: (into, { at }) => {
      onRead(into.length);
      return readSync(handle, into, { position: at });
    },
    write: (bytes, { at }) => writeSync(handle, bytes.subarray(0, Math.max(0, room - at)), 0, undefined, at),
    truncate: (size) => ftruncateSync(handle, size),
    getSize: () => fstatSync(handle).size,
    flush: () => fsyncSync(handle),
    close: () => closeSync(handle),
  };
}
