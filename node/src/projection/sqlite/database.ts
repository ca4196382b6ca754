import { existsSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Dialect, Parameter, Parameters } from '../engine.ts';
import { bindNames } from '../engine.ts';
import { checksOf, conflictOf, definitions } from '../schema.ts';
import {
  emptyState,
  type NewRow,
  SCHEMA_VERSION,
  type StoredRow,
  type TableName,
  TABLES,
  valuesOf,
} from '../tables.ts';
import { ProjectionError } from '../store.ts';

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
export const SQLITE: Dialect = {
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

/** An open file. Runs statements with parameters by name; each text is prepared once. */
export class Connection {
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

  /** @param parameters that the text names */
  prepare(text: string, parameters: Parameters = {}): Database.Statement {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.database.prepare(bindNames(text, parameters, SQLITE).text);
      this.#prepared.set(text, statement);
    }
    return statement;
  }

  /** @returns the rows; none of a statement that returns no data @throws SqliteError */
  run<Result>(text: string, parameters: Parameters = {}): Result[] {
    const statement = this.prepare(text, parameters);
    const values = Object.fromEntries(Object.entries(parameters).map(valueOf));
    if (statement.reader) return statement.all(values) as Result[];
    statement.run(values);
    return [];
  }

  /** @throws SqliteError */
  insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): void {
    const values = valuesOf(table);
    const places = Object.keys(TABLES[table].columns).map(() => '?');
    const statement = this.prepare(
      `INSERT INTO ${table} VALUES (${places.join(', ')}) ${conflictOf(SQLITE, table)}`,
    );
    for (const row of rows) statement.run(...values(row));
  }
}

function valueOf([name, value]: [string, Parameter]): [string, unknown] {
  return [name, Array.isArray(value) ? JSON.stringify(value) : value];
}

/** SQLite's codes for a file whose structure is broken. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** How long to wait for another program that locks the file. */
export const BUSY_TIMEOUT_MS = 500;

/**
 * Opens the file for writing. One that is missing is created; one that is damaged, not a projection, or of another chain or
 * version is replaced by an empty one.
 * @param isDamaged true to replace the file, whatever it is
 * @returns `discarded`: why a file was replaced
 * @throws SqliteError or the system's error if the file cannot be read or created
 */
export function openForWriting(
  file: SqliteFile,
  isDamaged: boolean,
): { readonly database: Database.Database; readonly discarded?: string } {
  if (isDamaged) return { database: create(file), discarded: 'it is damaged' };
  if (!existsSync(file.path)) return { database: create(file) };
  try {
    return { database: open(file, (database) => requireMatch(database, file.chainId)) };
  } catch (error) {
    const { code, message } = toProjectionError(error);
    if (code !== 'damaged') throw error;
    return { database: create(file), discarded: message };
  }
}

function create(file: SqliteFile): Database.Database {
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(`${file.path}${suffix}`, { recursive: true, force: true });
  return open(file, (database) => createTables(database, file.chainId));
}

/**
 * `synchronous = NORMAL`: SQLite's log is synced before a checkpoint copies it into the file, not at each commit. A killed
 * process loses nothing; a power failure loses the newest commits, which the next start projects again. SQLite makes the
 * checkpoints itself, after commits.
 * @param prepare closes the file if it fails
 */
function open(
  { path, maxPages }: SqliteFile,
  prepare: (database: Database.Database) => void,
): Database.Database {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('cache_size = -32000'); // KiB
    database.pragma('journal_size_limit = 67108864'); // bytes: a deep reorganization makes the log long for once
    if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the tables in an empty file. @param chainId chain ID of the network */
export function createTables(database: Database.Database, chainId: number): void {
  database.transaction(() => {
    for (const definition of definitions(SQLITE)) database.exec(definition);
    new Connection(database).insert('state', [emptyState(chainId)]);
  })();
}

/** @throws ProjectionError `damaged` if the file does not have the tables of this chain and version */
function requireMatch(database: Database.Database, chainId: number): void {
  let state: Pick<StoredRow<'state'>, 'schema_version' | 'chain_id'> | undefined;
  try {
    state = database.prepare<[], typeof state & {}>('SELECT schema_version, chain_id FROM state').get();
    if (state?.schema_version === SCHEMA_VERSION) for (const check of checksOf()) database.prepare(check);
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_ERROR') throw error; // there is no such table, or no such column
    state = undefined;
  }
  if (state === undefined) throw new ProjectionError('damaged', 'it is not a projection');
  const { schema_version: version, chain_id: chain } = state;
  if (version !== SCHEMA_VERSION)
    throw new ProjectionError('damaged', `its schema is version ${version}, not ${SCHEMA_VERSION}`);
  if (chain !== chainId) throw new ProjectionError('damaged', `it is of chain ${chain}, not ${chainId}`);
}

/** Turns any error of SQLite into a ProjectionError. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  return new ProjectionError(DAMAGE.test(code) ? 'damaged' : 'storage_failed', message, { cause: error });
}
