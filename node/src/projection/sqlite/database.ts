import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { ProjectionError } from '../projection-store.ts';

/*
 * `explorer.sqlite` as a file: how it is opened, how damage is found, how it is removed.
 *
 * SQLite does not notice a changed byte of its file. So a cleanly closed file gets a checksum beside it, which is
 * removed when the file is opened for writing and compared at the next start. After a crash there is none: SQLite's log has
 * checksums of its own, and `PRAGMA quick_check` looks at the structure of the file.
 *
 * The file changes at a checkpoint only. A marker file exists beside it from before a checkpoint until after it: only then the
 * file is useless without its log. At any other time a lost log takes the newest blocks and nothing else.
 */

const CHUNK_BYTES = 1024 * 1024;

/** SQLite's codes for a file whose structure is broken. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** Milliseconds to wait for another program that reads the file: a checkpoint that it prevents is tried again after a block. */
const BUSY_TIMEOUT = 500;

/** @param maxPages pages that the file may have; for tests of a full disk */
export function openForWriting(path: string, maxPages?: number): Database.Database {
  const database = new Database(path, { timeout: BUSY_TIMEOUT });
  try {
    database.pragma('journal_mode = WAL');
    // The reader always holds a snapshot: SQLite's own checkpoints could never empty the log.
    database.pragma('wal_autocheckpoint = 0');
    database.pragma('synchronous = NORMAL');
    database.pragma('cache_size = -16000'); // KiB
    if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** SQLite's log beside a database file. */
export function walPath(path: string): string {
  return `${path}-wal`;
}

/** Bytes of the log; 0 where it is missing. */
export function walSize(path: string): number {
  return statSync(walPath(path), { throwIfNoEntry: false })?.size ?? 0;
}

/** The checksum of a cleanly closed file. */
export function checksumPath(path: string): string {
  return `${path}-checksum`;
}

/** The marker of a file that cannot be used without its log: a checkpoint is under way, or it was found damaged. */
export function markerPath(path: string): string {
  return `${path}-checkpoint`;
}

export function writeMarker(path: string): void {
  writeFileSync(markerPath(path), '', { mode: 0o600, flush: true });
}

export function removeMarker(path: string): void {
  rmSync(markerPath(path), { force: true });
}

/** Writes the checksum of a file that does not change any more. Nothing may be left in its log. */
export function writeChecksum(path: string): void {
  const draft = draftPath(path);
  writeFileSync(draft, checksumOf(path), { mode: 0o600, flush: true });
  renameSync(draft, checksumPath(path)); // never half of one
}

export function removeChecksum(path: string): void {
  rmSync(checksumPath(path), { force: true });
}

/**
 * Compares a file with its checksum: 0.2 s for the 330 MB of 1,000,000 transactions.
 * @returns whether it matches; `undefined` without a checksum, after a crash
 */
export function matchesChecksum(path: string): boolean | undefined {
  if (!existsSync(checksumPath(path))) return undefined;
  return walSize(path) === 0 && readFileSync(checksumPath(path), 'utf8') === checksumOf(path);
}

/** Removes a database file with everything that belongs to it. */
export function removeDatabase(path: string): void {
  for (const file of [
    checksumPath(path),
    draftPath(path),
    walPath(path),
    `${path}-shm`,
    path,
    markerPath(path),
  ]) {
    rmSync(file, { recursive: true, force: true });
  }
}

/** Translates whatever a SQLite store throws into one of the projection's errors. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  return new ProjectionError(DAMAGE.test(code) ? 'damaged' : 'storage_failed', message, { cause: error });
}

function draftPath(path: string): string {
  return `${checksumPath(path)}.new`;
}

/** CRC-32 of a whole file, as the text of a checksum file. */
function checksumOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let checksum = 0;
    for (;;) {
      const length = readSync(file, chunk);
      if (length === 0) return `CRC-32 ${checksum.toString(16).padStart(8, '0')}\n`;
      checksum = crc32(chunk.subarray(0, length), checksum);
    }
  } finally {
    closeSync(file);
  }
}
