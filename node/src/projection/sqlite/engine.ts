import { existsSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { readFile } from '../read-file.ts';
import {
  type Answer,
  bindNames,
  columnsOf,
  conflictOf,
  definitions,
  type Dialect,
  emptyState,
  type NewRow,
  type Parameters,
  ProjectionError,
  type Question,
  type ReadingEngine,
  SCHEMA_VERSION,
  type StoredRow,
  type TableName,
  TABLES,
  TableWriter,
  valuesOf,
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

/**
 * An unsigned 64-bit amount does not fit SQLite's signed integer, and a sum may exceed 64 bits: both are decimal text.
 * `CAST` turns a larger number into 2^63 − 1.
 */
const SQLITE: Dialect = {
  types: {
    int: 'INTEGER',
    bigint: 'INTEGER',
    amount: 'TEXT',
    ranked: 'TEXT',
    bytes: 'BLOB',
    text: 'TEXT',
  },
  table: 'STRICT',
  orderedTable: 'STRICT, WITHOUT ROWID',
  begin: 'BEGIN IMMEDIATE',
  hex: (column) => `lower(hex(${column}))`,
  decimal: (column) => column,
  sum: (column) => `exact_sum(${column})`,
  plus: (a, b) => `exact_plus(${a}, ${b})`,
  byAmount: (column, order) => `length(${column}) ${order}, ${column} ${order}`,
  pebbles: (column) => `CAST(${column} AS INTEGER)`,
  time: (column) => `datetime(${column}, 'unixepoch')`,
  least: 'min',
  greatest: 'max',
  oneOf: (name) => `IN (SELECT value FROM json_each(@${name}))`,
  by: (index) => (index === undefined ? 'NOT INDEXED' : `INDEXED BY ${index}`),
  lookUp: (table, condition) => `CROSS JOIN ${table} ON ${condition}`, // SQLite does not reorder CROSS JOIN
  // A bare parameter of LIMIT, or one compared with a key, makes SQLite plan the statement anew for each value.
  parameter: (name, value) => (typeof value === 'number' || value === null ? `(@${name} + 0)` : `@${name}`),
};

const STATE = `SELECT ${columnsOf(SQLITE, 'state', 's')} FROM state AS s`;

/** How long to wait for another program that locks the file. */
const BUSY_TIMEOUT_MS = 500;

/** An open file. Runs statements with parameters by name; each text is prepared once. */
class Connection {
  readonly database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  /** Also defines `exact_sum` and `exact_plus`, because SQLite's own sums have 64 bits. */
  constructor(database: Database.Database) {
    this.database = database;
    database.function('exact_plus', (a, b) => String(BigInt(a as string) + BigInt(b as string)));
    database.aggregate('exact_sum', {
      start: 0n,
      step: (total: bigint, next: unknown) => total + BigInt(next as string),
      result: String,
    });
  }

  /** @returns the rows; none of a statement that returns no data @throws SqliteError */
  run<Result>(text: string, parameters: Parameters = {}): Result[] {
    const statement = this.#prepare(text, parameters);
    const values = Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]);
    const named: unknown = Object.fromEntries(values);
    if (statement.reader) return statement.all(named) as Result[];
    statement.run(named);
    return [];
  }

  /** @throws SqliteError */
  insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): void {
    const values = valuesOf(table);
    const places = Object.keys(TABLES[table].columns).map(() => '?');
    const statement = this.#prepare(
      `INSERT INTO ${table} VALUES (${places.join(', ')}) ${conflictOf(SQLITE, table)}`,
    );
    for (const row of rows) statement.run(...values(row));
  }

  /** @param parameters that the text names */
  #prepare(text: string, parameters: Parameters = {}): Database.Statement {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.database.prepare(bindNames(text, parameters, SQLITE).text);
      this.#prepared.set(text, statement);
    }
    return statement;
  }
}

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
    const database = new Database(this.#path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    // KiB. A larger cache makes random pages no faster: the system's page cache has them too.
    database.pragma('cache_size = -8000');
    return new Connection(database);
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
  #connection: Connection | undefined;

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
      this.#connection = new Connection(database);
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

/** Creates the tables in an empty file. @param chainId chain ID of the network */
export function createTables(database: Database.Database, chainId: number): void {
  database.transaction(() => {
    for (const definition of definitions(SQLITE)) database.exec(definition);
    new Connection(database).insert('state', [emptyState(chainId)]);
  })();
}

/** @throws ProjectionError `damaged` if the file is of another chain or version @throws SqliteError if it is no projection */
function requireMatch(database: Database.Database, chainId: number): void {
  type Versions = Pick<StoredRow<'state'>, 'schema_version' | 'chain_id'>;
  const state = database.prepare<[], Versions>('SELECT schema_version, chain_id FROM state').get();
  if (state?.schema_version !== SCHEMA_VERSION || state.chain_id !== chainId)
    throw new ProjectionError('damaged', 'it is of another network, or of another version of this program');
}

/** SQLite's codes for a file whose structure is broken; the last one is that of a missing table or column. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|ERROR$)/;

/** Turns any error of SQLite into a ProjectionError. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  return new ProjectionError(DAMAGE.test(code) ? 'damaged' : 'storage_failed', message, { cause: error });
}

export function createSqliteWriter(file: SqliteFile): TableWriter {
  return new TableWriter(new SqliteWritingEngine(file), readFile);
}
