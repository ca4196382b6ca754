import Database from 'better-sqlite3';
import type { Answer, Parameters, Question, ReadingEngine, WritingEngine } from '../engine.ts';
import { columnsOf } from '../schema.ts';
import type { NewRow, StoredRow, TableName } from '../tables.ts';
import { ProjectionError } from '../store.ts';
import { TableWriter } from '../table-writer.ts';
import {
  BUSY_TIMEOUT_MS,
  Connection,
  openForWriting,
  SQLITE,
  toProjectionError,
  type SqliteFile,
} from './database.ts';

const STATE = `SELECT ${columnsOf(SQLITE, 'state', 's')} FROM state AS s`;

/**
 * Reads the projection's SQLite file over one read-only connection. Reads are synchronous: a page takes SQLite about 50 µs, less
 * than a message to another thread and back, and in WAL mode the writer never blocks a reader. Each answer is one short read
 * transaction.
 */
export class SqliteReadingEngine implements ReadingEngine {
  readonly dialect = SQLITE;
  readonly #path: string;
  #connection: Connection | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  ask<Lists>({ before = '', lists }: Question<Lists>, parameters: Parameters = {}): Answer<Lists> {
    const read = (connection: Connection): Answer<Lists> => {
      const [state] = connection.run<StoredRow<'state'>>(STATE);
      const rows = Object.entries<string>(lists).map(([list, query]) => [
        list,
        connection.run(`${before} ${query}`, parameters),
      ]);
      return { state: state!, lists: Object.fromEntries(rows) as Answer<Lists>['lists'] };
    };
    try {
      const connection = (this.#connection ??= this.#connect());
      return connection.database.transaction(read)(connection);
    } catch (error) {
      throw toProjectionError(error);
    }
  }

  #connect(): Connection {
    const database = new Database(this.#path, {
      readonly: true,
      fileMustExist: true,
      timeout: BUSY_TIMEOUT_MS,
    });
    // KiB. A larger cache makes random pages no faster: the system's page cache has them too.
    database.pragma('cache_size = -8000');
    return new Connection(database);
  }

  async close(): Promise<void> {
    this.#connection?.database.close();
    this.#connection = undefined;
  }
}

/** Writes the projection's SQLite file. */
export class SqliteWritingEngine implements WritingEngine {
  readonly dialect = SQLITE;
  readonly #file: SqliteFile;
  #connection: Connection | undefined;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async open(isDamaged: boolean): Promise<string | undefined> {
    const { database, discarded } = openForWriting(this.#file, isDamaged);
    this.#connection = new Connection(database);
    return discarded;
  }

  async query<Result>(text: string, parameters: Parameters = {}): Promise<Result[]> {
    return this.#require().run<Result>(text, parameters);
  }

  async insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): Promise<void> {
    this.#require().insert(table, rows);
  }

  async close(): Promise<void> {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  #require(): Connection {
    if (this.#connection === undefined)
      throw new ProjectionError('storage_failed', 'the projection is not open');
    return this.#connection;
  }
}

export function createSqliteWriter(file: SqliteFile): TableWriter {
  return new TableWriter(new SqliteWritingEngine(file));
}
