import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { sumsPath, walPath } from './file-names.ts';
import { PageSums } from './page-sums.ts';
import { readWal } from './wal-frames.ts';

const CHUNK_PAGES = 256;
/** SQLite never uses the page that holds this byte: locks are taken on it. */
const LOCK_BYTE = 0x4000_0000;

/**
 * Looks for bytes of a database that SQLite did not write: every page of the file must match its sum, unless the log
 * has a newer one. Reads the whole file, a second a gigabyte at the most where it is cached.
 * @returns what is wrong; `undefined` for a sound database, and where there is none
 */
export function findDamage(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return 'it is empty';
    const sums = PageSums.read(sumsPath(path));
    if (sums === undefined) return 'the checksums of its pages are missing or damaged';
    if (size % sums.pageSize !== 0) return `its ${size} bytes are no whole pages`;
    return findDamagedPage(file, size / sums.pageSize, sums, pagesInLog(path, sums.pageSize));
  } finally {
    closeSync(file);
  }
}

function pagesInLog(path: string, pageSize: number): ReadonlyMap<number, unknown> {
  const log = walPath(path);
  return existsSync(log) ? readWal(readFileSync(log), pageSize).pages : new Map();
}

function findDamagedPage(
  file: number,
  pageCount: number,
  sums: PageSums,
  inLog: ReadonlyMap<number, unknown>,
): string | undefined {
  const { pageSize } = sums;
  const chunk = new Uint8Array(CHUNK_PAGES * pageSize);
  for (let first = 1; first <= pageCount; first += CHUNK_PAGES) {
    const length = Math.min(CHUNK_PAGES, pageCount - first + 1) * pageSize;
    const bytesRead = readSync(file, chunk, 0, length, (first - 1) * pageSize);
    if (bytesRead !== length) return `it ends within the pages from ${first} on`;
    for (let offset = 0; offset < length; offset += pageSize) {
      const number = first + offset / pageSize;
      if (inLog.has(number) || (number - 1) * pageSize === LOCK_BYTE) continue;
      if (!sums.matches(number, chunk.subarray(offset, offset + pageSize))) {
        return `page ${number} is not what was written`;
      }
    }
  }
  for (let number = pageCount + 1; number <= sums.pageCount; number += 1) {
    if (!inLog.has(number)) return `it ends before page ${number}`;
  }
  return undefined;
}
