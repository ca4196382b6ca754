import { existsSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { readFile } from '../read-file.ts';
import {
  type Answer,
  createTables,
  type NewRow,
  type Parameters,
  type Question,
  type ReadingEngine,
  requireMatch,
  SqlConnection,
  SQLITE,
  type TableName,
  TableWriter,
  toProjectionError,
  type WritingEngine,
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

/** Writes the projection's SQLite file. Nothing but `open` may be called before it has opened the file. */
export class SqliteWritingEngine implements WritingEngine {
  readonly dialect = SQLITE;
  readonly #file: SqliteFile;
  #connection: SqlConnection<Database.Database> | undefined;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Replaces a file that is damaged, not a projection, or of another chain or version by an empty one. */
  async open(isDamaged: boolean): Promise<string | undefined> {
    const { path } = this.#file;
    let problem = isDamaged ? 'it is damaged' : undefined;
    if (!isDamaged && existsSync(path)) {
      try {
        this.#connect(requireMatch);
        return undefined;
      } catch (error) {
        const { code, message } = toProjectionError(error);
        if (code !== 'damaged') throw error;
        problem = message;
      }
    }
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true });
    this.#connect(createTables);
    return problem;
  }

  /**
   * `synchronous = NORMAL`: SQLite's log is synced before a checkpoint copies it into the file, not at each commit. A killed
   * process loses nothing; a power failure loses the newest commits, which the next start projects again. SQLite makes the
   * checkpoints itself, after commits.
   * @param prepare closes the file if it fails
   */
  #connect(prepare: (database: Database.Database, chainId: number) => void): void {
    const { path, chainId, maxPages } = this.#file;
    const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = NORMAL');
      database.pragma('cache_size = -32000'); // KiB
      database.pragma('journal_size_limit = 67108864'); // bytes: a deep reorganization makes the log long for once
      if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
      prepare(database, chainId);
      this.#connection = new SqlConnection(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async query<Result>(text: string, parameters: Parameters = {}): Promise<Result[]> {
    return this.#connection!.run<Result>(text, parameters);
  }

  async insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): Promise<void> {
    this.#connection!.insert(table, rows);
  }

  async close(): Promise<void> {
    this.#connection?.database.close();
    this.#connection = undefined;
  }
}

export function createSqliteWriter(file: SqliteFile): TableWriter {
  return new TableWriter(new SqliteWritingEngine(file), readFile);
}
