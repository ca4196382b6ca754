import type { SqlDatabase, SqlStatement } from '@cairn/chain/projection';
import sqlite3InitModule, {
  type Database,
  type PreparedStatement,
  type SqlValue,
} from '@sqlite.org/sqlite-wasm';

/** SQLite's own file systems, of which a database in memory needs none. */
const UNUSED = { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-sahpool': true, 'opfs-wl': true };

/**
 * Loads SQLite's WebAssembly.
 * @returns a function that opens an empty database in memory
 */
export async function loadSqlite(): Promise<() => SqlDatabase> {
  Object.assign(globalThis, { sqlite3ApiConfig: { disable: { vfs: UNUSED } } }); // it takes its settings from there
  const { oo1, capi } = await sqlite3InitModule();
  return () =>
    databaseOf(new oo1.DB(':memory:'), (context, bytes) => capi.sqlite3_aggregate_context(context, bytes));
}

/**
 * The methods that an index needs, as better-sqlite3 has them.
 * @param memoryOf the address of memory that SQLite keeps for one computation of an aggregate, and allocates unless its size is 0
 */
function databaseOf(database: Database, memoryOf: (context: number, size: number) => number): SqlDatabase {
  return {
    prepare: (text) => statementOf(database.prepare(text)),
    exec: (text) => database.exec(text),
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
function statementOf(statement: PreparedStatement): SqlStatement {
  const reader = statement.columnCount > 0;
  /** Of each parameter; 0 of one that the statement does not name. */
  const places = new Map<string, number>();
  const bind = (named: Readonly<Record<string, SqlValue>>): void => {
    for (const [name, value] of Object.entries(named)) {
      const place = places.get(name) ?? statement.getParamIndex(`@${name}`) ?? 0;
      places.set(name, place);
      if (place > 0) statement.bind(place, value);
    }
  };
  return {
    reader,
    all: (named) => {
      try {
        bind(named as Record<string, SqlValue>);
        const rows: unknown[] = [];
        while (statement.step()) rows.push(statement.get({}));
        return rows;
      } finally {
        statement.reset();
      }
    },
    run: (...values) => {
      try {
        const [first] = values;
        if (values.length === 1 && typeof first === 'object' && !(first instanceof Uint8Array))
          bind(first as Record<string, SqlValue>);
        else statement.bind(values as SqlValue[]);
        statement.step();
      } finally {
        statement.reset();
      }
    },
  };
}
