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
 * Opening `explorer.sqlite`, detecting damage to it, and removing it.
 *
 * SQLite does not detect a changed byte in its file. Therefore a clean close writes a checksum file, which the next start
 * verifies and removes when it opens the file for writing. After a crash there is no checksum file: SQLite's log has its own
 * checksums, and `PRAGMA quick_check` verifies the structure of the file.
 *
 * The file changes only at a checkpoint. During a checkpoint a marker file exists: only then the file cannot be used without
 * its log. At any other time, if the log is lost, only the newest blocks are lost.
 */

const CHUNK_BYTES = 1024 * 1024;

/** SQLite's codes for a file whose structure is broken. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** How long to wait for another program that reads the file. If it prevents a checkpoint, a later command retries that. */
const BUSY_TIMEOUT_MS = 500;

/** Opens or creates the file. @param maxPages maximal number of pages in the file; for tests of a full disk */
export function openForWriting(path: string, maxPages?: number): Database.Database {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    // The reader always has a snapshot open, so that SQLite's automatic checkpoints could never empty the log.
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

/** Path of SQLite's write-ahead log. */
export function walPath(path: string): string {
  return `${path}-wal`;
}

/** Bytes of the log; 0 if it is missing. */
export function walSize(path: string): number {
  return statSync(walPath(path), { throwIfNoEntry: false })?.size ?? 0;
}

/** Path of the checksum file, which exists while the database file is closed cleanly. */
export function checksumPath(path: string): string {
  return `${path}-checksum`;
}

/** Path of the marker file. It exists during a checkpoint, and after the database file was found damaged. */
export function markerPath(path: string): string {
  return `${path}-checkpoint`;
}

export function writeMarker(path: string): void {
  writeFileSync(markerPath(path), '', { mode: 0o600, flush: true });
}

export function removeMarker(path: string): void {
  rmSync(markerPath(path), { force: true });
}

/** Writes the checksum file of a database file that no longer changes and whose log is empty. */
export function writeChecksum(path: string): void {
  const draft = draftPath(path);
  writeFileSync(draft, checksumOf(path), { mode: 0o600, flush: true });
  renameSync(draft, checksumPath(path)); // atomic: the file never has a partial checksum
}

export function removeChecksum(path: string): void {
  rmSync(checksumPath(path), { force: true });
}

/**
 * Compares a file with its checksum, in 0.2 s for the 330 MB of 1,000,000 transactions.
 * @returns true if it matches and the log is empty; `undefined` if there is no checksum, for example after a crash
 */
export function matchesChecksum(path: string): boolean | undefined {
  if (!existsSync(checksumPath(path))) return undefined;
  return walSize(path) === 0 && readFileSync(checksumPath(path), 'utf8') === checksumOf(path);
}

/** Removes a database file with its log, checksum and marker files. */
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

/** Turns any error of a SQLite store into a ProjectionError. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  return new ProjectionError(DAMAGE.test(code) ? 'damaged' : 'storage_failed', message, { cause: error });
}

function draftPath(path: string): string {
  return `${checksumPath(path)}.new`;
}

/** CRC-32 of a whole file, as the contents of the checksum file. */
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
