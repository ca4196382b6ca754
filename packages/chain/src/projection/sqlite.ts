/** SQLite's part of a projection, over whatever opens its databases: a file in a node, memory in a test. */
import {
  bindNames,
  type Answer,
  type Dialect,
  type Parameters,
  type Question,
  type WritingEngine,
} from './engine.ts';
import { columnsOf, conflictOf, definitions } from './schema.ts';
import { ProjectionError } from './store.ts';
import {
  emptyState,
  type NewRow,
  SCHEMA_VERSION,
  type StoredRow,
  type TableName,
  TABLES,
  valuesOf,
} from './tables.ts';

/** An open database: what is used of better-sqlite3. */
export interface SqlDatabase {
  prepare(text: string): SqlStatement;
  exec(text: string): unknown;
  function(name: string, compute: (a: unknown, b: unknown) => unknown): unknown;
  aggregate(
    name: string,
    options: {
      readonly start: bigint;
      readonly step: (total: bigint, next: unknown) => bigint;
      readonly result: (total: bigint) => string;
    },
  ): unknown;
  close(): unknown;
}

export interface SqlStatement {
  /** True for one that returns rows. */
  readonly reader: boolean;
  all(named: unknown): unknown[];
  run(...values: readonly unknown[]): unknown;
}

/** Where a home keeps one database: a file, or memory that ends with its connection. */
export interface SqlPlace {
  /** Opens the database, which is empty at first. */
  open(): SqlDatabase;
  /** Removes it, after which it is empty again; it is not open. */
  remove(): void;
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

/** An open database. Runs statements with parameters by name; each text is prepared once. */
export class SqlConnection<Opened extends SqlDatabase = SqlDatabase> {
  readonly database: Opened;
  readonly #prepared = new Map<string, SqlStatement>();

  /** Also defines `exact_sum` and `exact_plus`, because SQLite's own sums have 64 bits. */
  constructor(database: Opened) {
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

  /** Answers a question. Its queries see one snapshot in a transaction, or where nothing else uses the database. @throws SqliteError */
  ask<Lists>({ before = '', lists }: Question<Lists>, parameters: Parameters = {}): Answer<Lists> {
    const [state] = this.run<StoredRow<'state'>>(STATE);
    const rows = Object.entries<string>(lists).map(([list, query]) => [
      list,
      this.run(`${before} ${query}`, parameters),
    ]);
    return { state: state!, lists: Object.fromEntries(rows) as Answer<Lists>['lists'] };
  }

  /** @param parameters that the text names */
  #prepare(text: string, parameters: Parameters = {}): SqlStatement {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.database.prepare(bindNames(text, parameters, SQLITE).text);
      this.#prepared.set(text, statement);
    }
    return statement;
  }
}

/**
 * Writes a projection in one database, over one connection. It can be asked over the same one, between two transactions. Nothing but
 * `open` may be called before it has opened the database.
 */
export class SqliteWritingEngine implements WritingEngine {
  readonly dialect = SQLITE;
  readonly #place: SqlPlace;
  readonly #chainId: number;
  #connection: SqlConnection | undefined;

  /** @param chainId chain ID of the network */
  constructor(place: SqlPlace, chainId: number) {
    this.#place = place;
    this.#chainId = chainId;
  }

  /** Replaces a database that is damaged, not a projection, or of another chain or version by an empty one. */
  async open(isDamaged: boolean): Promise<string | undefined> {
    let problem = isDamaged ? 'it is damaged' : undefined;
    if (!isDamaged) {
      try {
        this.#connect();
        return undefined;
      } catch (error) {
        const { code, message } = toProjectionError(error);
        if (code !== 'damaged') throw error;
        problem = message;
      }
    }
    this.#place.remove();
    this.#connect();
    return problem;
  }

  /** @throws ProjectionError `damaged` if the database is of another chain or version @throws SqliteError if it is no projection */
  #connect(): void {
    const database = this.#place.open();
    try {
      if (isEmpty(database)) createTables(database, this.#chainId);
      else requireMatch(database, this.#chainId);
      this.#connection = new SqlConnection(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async query<Result>(text: string, parameters: Parameters = {}): Promise<Result[]> {
    return this.#need().run<Result>(text, parameters);
  }

  async insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): Promise<void> {
    this.#need().insert(table, rows);
  }

  /** In one turn of the event loop, so that it sees one state. @throws ProjectionError */
  ask<Lists>(question: Question<Lists>, parameters?: Parameters): Answer<Lists> {
    try {
      return this.#need().ask(question, parameters);
    } catch (error) {
      throw toProjectionError(error);
    }
  }

  async close(): Promise<void> {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  #need(): SqlConnection {
    if (this.#connection === undefined) throw new ProjectionError('storage_failed', 'the index is closed');
    return this.#connection;
  }
}

function isEmpty(database: SqlDatabase): boolean {
  return database.prepare('SELECT name FROM sqlite_schema LIMIT 1').all({}).length === 0;
}

/** Creates the tables in an empty database. @param chainId chain ID of the network */
export function createTables(database: SqlDatabase, chainId: number): void {
  database.exec('BEGIN');
  for (const definition of definitions(SQLITE)) database.exec(definition);
  new SqlConnection(database).insert('state', [emptyState(chainId)]);
  database.exec('COMMIT');
}

function requireMatch(database: SqlDatabase, chainId: number): void {
  type Versions = Pick<StoredRow<'state'>, 'schema_version' | 'chain_id'>;
  const state = database.prepare('SELECT schema_version, chain_id FROM state').all({})[0] as
    | Versions
    | undefined;
  if (state?.schema_version !== SCHEMA_VERSION || state.chain_id !== chainId)
    throw new ProjectionError('damaged', 'it is of another network, or of another version of this program');
}

/** SQLite's codes for a file whose structure is broken; the last one is that of a missing table or column. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|ERROR$)/;

/** Turns any error of SQLite into a ProjectionError. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const code = isSqlDamage(error) ? 'damaged' : 'storage_failed';
  return new ProjectionError(code, (error as Error).message, { cause: error });
}

/** True for an error of SQLite that says that the database is not what was written. */
export function isSqlDamage(error: unknown): boolean {
  return DAMAGE.test((error as { code?: string }).code ?? '');
}
