import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { readFile } from '../read-file.ts';
import {
  type Answer,
  type Parameters,
  type Question,
  type ReadingEngine,
  SqlConnection,
  SQLITE,
  SqliteWritingEngine,
  type SqlPlace,
  TableWriter,
  toProjectionError,
} from '@cairn/chain/projection';

/** The projection's file. */
export interface SqliteFile {
  /** Path of `explorer.sqlite`. */
  readonly path: string;
  readonly chainId: number;
  /** Maximum number of pages in the file (`PRAGMA max_page_count`); for tests of a full disk. */
  readonly maxPages?: number | undefined;
}

/** How long to wait for another program that locks the file. */
const BUSY_TIMEOUT_MS = 500;

/**
 * Reads the projection's SQLite file over one read-only connection. Reads are synchronous: a page takes SQLite about 50 µs, less
 * than a message to another thread and back, and in WAL mode the writer never blocks a reader. Each answer is one short read
 * transaction.
 */
export class SqliteReadingEngine implements ReadingEngine {
  readonly dialect = SQLITE;
  readonly #path: string;
  #connection: SqlConnection<Database.Database> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  ask<Lists>(question: Question<Lists>, parameters?: Parameters): Answer<Lists> {
    try {
      const connection = (this.#connection ??= this.#connect());
      return connection.database.transaction(() => connection.ask(question, parameters))();
    } catch (error) {
      throw toProjectionError(error);
    }
  }

  #connect(): SqlConnection<Database.Database> {
    const database = new Database(this.#path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    // KiB. A larger cache makes random pages no faster: the system's page cache has them too.
    database.pragma('cache_size = -8000');
    return new SqlConnection(database);
  }

  async close(): Promise<void> {
    this.#connection?.database.close();
    this.#connection = undefined;
  }
}

/**
 * `synchronous = NORMAL`: SQLite's log is synced before a checkpoint copies it into the file, not at each commit. A killed process
 * loses nothing; a power failure loses the newest commits, which the next start projects again. SQLite makes the checkpoints itself,
 * after commits.
 */
function openToWrite({ path, maxPages }: SqliteFile): Database.Database {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('cache_size = -32000'); // KiB
    database.pragma('journal_size_limit = 67108864'); // bytes: a deep reorganization makes the log long for once
    if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Writes the projection's SQLite file. */
export function createSqliteWriter(file: SqliteFile): TableWriter {
  const { path, chainId } = file;
  const place: SqlPlace = {
    open: () => openToWrite(file),
    remove: () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true });
    },
  };
  return new TableWriter(new SqliteWritingEngine(place, chainId), readFile);
}
