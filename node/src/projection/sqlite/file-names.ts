import { rmSync } from 'node:fs';

/** SQLite's write-ahead log beside a database file. */
export function walPath(path: string): string {
  return `${path}-wal`;
}

/** The checksums of a database file's pages. */
export function sumsPath(path: string): string {
  return `${path}-sums`;
}

/** Removes a database file with everything that belongs to it, what stands for its content last. */
export function removeDatabase(path: string): void {
  for (const file of [sumsPath(path), `${sumsPath(path)}.new`, walPath(path), `${path}-shm`, path]) {
    rmSync(file, { recursive: true, force: true });
  }
}
