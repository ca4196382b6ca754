/**
 * The ceiling of the backfill: bare better-sqlite3 that inserts the rows of a finished projection into an empty file with
 * the same schema, a transaction a block, and nothing else; reading them is not counted. Argument: the projection.
 * Prints seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from '../../src/projection/sqlite/schema.ts';
import { NETWORK } from '../senders.ts';

/** How the rows of one block are found; an address and its place in the ranking belong to the block that named it first. */
const TABLES = {
  blocks: 'SELECT * FROM blocks WHERE height = ?',
  transactions: 'SELECT * FROM transactions WHERE sequence >= ? AND sequence < ? ORDER BY sequence',
  history: 'SELECT * FROM by_sequence WHERE sequence >= ? AND sequence < ? ORDER BY sequence',
  addresses: 'SELECT * FROM addresses WHERE first_seen = ? ORDER BY number',
  ranking: `SELECT ranking.key, ranking.address FROM ranking JOIN addresses ON number = ranking.address WHERE first_seen = ? ORDER BY number`,
} as const;

type Table = keyof typeof TABLES;

const source = new Database(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-insert-'));
const target = new Database(join(folder, 'bare.sqlite'));
target.pragma('journal_mode = WAL');
target.pragma('synchronous = NORMAL');
target.pragma('cache_size = -32000');
migrate(target, NETWORK.chainId);
source.exec(`
  CREATE TEMP TABLE by_sequence AS SELECT * FROM history;
  CREATE INDEX temp.by_sequence_order ON by_sequence (sequence)`);
const reads = mapTables((table) => source.prepare<unknown[], unknown[]>(TABLES[table]).raw());
const inserts = mapTables((table) => {
  const width = source.prepare(`SELECT * FROM ${table}`).columns().length;
  return target.prepare(
    `INSERT INTO ${table} VALUES (${Array.from({ length: width }, () => '?').join(', ')})`,
  );
});

const blocks = source
  .prepare<[], { height: number; first: number; next: number }>(
    `SELECT height, first_sequence AS first,
       lead(first_sequence, 1, (SELECT transactions FROM state)) OVER (ORDER BY height) AS next FROM blocks`,
  )
  .all();
let seconds = 0;
for (const { height, first, next } of blocks) {
  const rows = mapTables((table) =>
    table === 'transactions' || table === 'history'
      ? reads[table].all(first, next)
      : reads[table].all(height),
  );
  const began = performance.now();
  target.transaction(() => {
    for (const table of Object.keys(TABLES) as Table[]) {
      for (const row of rows[table]) inserts[table].run(...row);
    }
  })();
  seconds += (performance.now() - began) / 1_000;
}
const began = performance.now();
target.close();
seconds += (performance.now() - began) / 1_000;
source.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ seconds }));

function mapTables<T>(make: (table: Table) => T): Record<Table, T> {
  const entries = (Object.keys(TABLES) as Table[]).map((table) => [table, make(table)] as const);
  return Object.fromEntries(entries) as Record<Table, T>;
}
