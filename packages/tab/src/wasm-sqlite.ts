import type { SqlDatabase, SqlPlace, SqlStatement } from '@cairn/chain/projection';
import sqlite3InitModule, {
  type Database,
  type PreparedStatement,
  type SqlValue,
  type Sqlite3Static,
} from '@sqlite.org/sqlite-wasm';

/** SQLite's file systems that are not used. */
const UNUSED = { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-wl': true };

/** Files of the pool: three databases, and beside each its log and for a moment its journal. */
const POOL_FILES = 9;

/** SQLite's WebAssembly. */
export interface Sqlite {
  /** Opens an empty database in memory. */
  readonly openInMemory: () => SqlDatabase;
  /**
   * Opens the files of databases in a folder of the private file system, which only one worker has at a time.
   * @throws DOMException, `NoModificationAllowedError` while another one has it; call again
   */
  openPool(folder: string): Promise<SqlitePool>;
}

/** Databases in files, each with the name that it is asked for. */
export interface SqlitePool {
  place(name: string): SqlPlace;
  /** Removes all databases, which are closed. */
  clear(): Promise<void>;
}

/** What a file of the pool has thrown in SQLite's last call, which itself throws no more than `SQLITE_IOERR`. */
let thrown: Error | undefined;

/** The pool tells of it as of a message for the console. */
function hear(...said: readonly unknown[]): void {
  thrown = said.find((one) => one instanceof Error) ?? thrown;
}

export async function loadSqlite(): Promise<Sqlite> {
  const settings = { disable: { vfs: UNUSED }, error: hear };
  Object.assign(globalThis, { sqlite3ApiConfig: settings }); // it takes them from there
  const sqlite = await sqlite3InitModule();
  return {
    openInMemory: () => databaseOf(sqlite, new sqlite.oo1.DB(':memory:')),
    openPool: (folder) => openPool(sqlite, folder),
  };
}

async function openPool(sqlite: Sqlite3Static, folder: string): Promise<SqlitePool> {
  const options = {
    directory: folder,
    initialCapacity: POOL_FILES,
    // Else it would remove the files of a worker that has not ended yet, and not try again.
    preserveOnInitFailure: true,
    forceReinitIfPreviouslyFailed: true,
    verbosity: 1, // errors alone
  };
  const pool = await sqlite.installOpfsSAHPoolVfs(options);
  await pool.reserveMinimumCapacity(POOL_FILES); // a worker may have ended while it created them
  return {
    place: (name) => ({
      open: () => openFile(sqlite, () => new pool.OpfsSAHPoolDb(`/${name}`)),
      remove: () => {
        for (const suffix of ['', '-wal', '-journal']) pool.unlink(`/${name}${suffix}`);
      },
    }),
    clear: () => pool.wipeFiles(),
  };
}

/**
 * As in a node's index: a worker that ends loses nothing; a power failure loses the newest commits, which for blocks the block log
 * has. Without memory that processes share, SQLite has to be told before it opens a log that it is alone.
 */
function openFile(sqlite: Sqlite3Static, open: () => Database): SqlDatabase {
  const database = databaseOf(sqlite, named(sqlite, open));
  try {
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -4000`); // KiB
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Calls SQLite, whose errors get the codes of better-sqlite3, such as `SQLITE_CORRUPT`, and as cause what a file has thrown. */
function named<Result>({ capi }: Sqlite3Static, call: () => Result): Result {
  thrown = undefined;
  try {
    return call();
  } catch (error) {
    const { resultCode } = error as { resultCode?: number };
    const failure = Object.assign(error as Error, resultCode && { code: capi.sqlite3_js_rc_str(resultCode) });
    const cause = thrown as Error | undefined;
    if (cause === undefined) throw failure;
    failure.message += ` (${cause.name}: ${cause.message})`;
    failure.cause = cause;
    throw failure;
  }
}

/** The methods of a database, as better-sqlite3 has them. */
function databaseOf(sqlite: Sqlite3Static, database: Database): SqlDatabase {
  /** The address of memory that SQLite keeps for one computation of an aggregate, and allocates unless its size is 0. */
  const memoryOf = (context: number, size: number) => sqlite.capi.sqlite3_aggregate_context(context, size);
  return {
    prepare: (text) =>
      statementOf(
        sqlite,
        named(sqlite, () => database.prepare(text)),
      ),
    exec: (text) => named(sqlite, () => database.exec(text)),
    function: (name, compute) =>
      database.createFunction(name, (_context, a, b) => compute(a, b) as SqlValue, { arity: compute.length }),
    aggregate: (name, { start, step, result }) => {
      const totals = new Map<number, bigint>();
      return database.createFunction(name, {
        arity: 1,
        xStep: (context: number, next: SqlValue) => {
          const key = memoryOf(context, 4);
          totals.set(key, step(totals.get(key) ?? start, next));
        },
        xFinal: (context: number) => {
          const key = memoryOf(context, 0);
          const total = totals.get(key) ?? start;
          totals.delete(key);
          return result(total);
        },
      });
    },
    close: () => database.close(),
  };
}

/** It keeps its bindings: each run gives all of them again. */
function statementOf(sqlite: Sqlite3Static, statement: PreparedStatement): SqlStatement {
  const reader = statement.columnCount > 0;
  /** Of each parameter; 0 of one that the statement does not name. */
  const places = new Map<string, number>();
  const bind = (parameters: Readonly<Record<string, SqlValue>>): void => {
    for (const [name, value] of Object.entries(parameters)) {
      const place = places.get(name) ?? statement.getParamIndex(`@${name}`) ?? 0;
      places.set(name, place);
      if (place > 0) statement.bind(place, value);
    }
  };
  const finish = <Result>(work: () => Result): Result => {
    try {
      return named(sqlite, work);
    } finally {
      statement.reset();
    }
  };
  return {
    reader,
    all: (parameters) =>
      finish(() => {
        bind(parameters as Record<string, SqlValue>);
        const rows: unknown[] = [];
        while (statement.step()) rows.push(statement.get({}));
        return rows;
      }),
    run: (...values) =>
      finish(() => {
        const [first] = values;
        if (values.length === 1 && typeof first === 'object' && !(first instanceof Uint8Array))
          bind(first as Record<string, SqlValue>);
        else statement.bind(values as SqlValue[]);
        statement.step();
      }),
  };
}
