import Database from 'better-sqlite3';

/** Another process holds the lock. */
export class LockedError extends Error {
  readonly code = 'locked';
}

/** A lock that this process holds until `release`, or until it dies. */
export interface DirectoryLock {
  release(): void;
}

/** Keeps each lock's database from the garbage collector, which would close it and free the lock. */
const held = new Set<Database.Database>();

/**
 * Takes an exclusive lock on a file. Node has no `flock`; SQLite's exclusive transaction is the same kernel lock on an
 * (always empty) file, so the kernel frees it however this process ends.
 * @throws LockedError when another process, or another part of this one, holds it
 */
export function lockFile(path: string): DirectoryLock {
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('journal_mode = MEMORY'); // no journal file beside the lock: nothing is ever written
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new LockedError(`${path} is locked`);
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}
