/**
 * The ceiling of the backfill: bare better-sqlite3 that inserts the rows of a finished projection into an empty file with the same
 * tables, in block order, with as many blocks a transaction as the projection writes; reading them is not counted. Argument: the
 * path of the projection. Prints the seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockSize } from '@cairn/protocol';
import Database from 'better-sqlite3';
import { BATCH_BYTES } from '../../node/src/projection/projection.ts';
import { createTables } from '../../node/src/projection/sqlite/engine.ts';
import { NETWORK } from '../chain.ts';

/** The rows of a range of blocks; an address belongs to the block in which it appeared first. */
const TABLES = {
  blocks: 'SELECT * FROM blocks WHERE height >= $from AND height < $to',
  transactions: 'SELECT * FROM transactions WHERE sequence >= $first AND sequence < $next ORDER BY sequence',
  history: 'SELECT * FROM by_sequence WHERE sequence >= $first AND sequence < $next ORDER BY sequence',
  addresses: 'SELECT * FROM by_height WHERE first_seen >= $from AND first_seen < $to ORDER BY number',
};

/** Blocks `from` up to `to` with the transactions `first` up to `next`; both ends are exclusive. */
interface Batch {
  from: number;
  to: number;
  first: number;
  next: number;
}

const source = new Database(process.argv[2]);
source.exec(`
  CREATE TEMP TABLE by_sequence AS SELECT * FROM history;
  CREATE INDEX temp.by_sequence_order ON by_sequence (sequence);
  CREATE TEMP TABLE by_height AS SELECT * FROM addresses;
  CREATE INDEX temp.by_height_order ON by_height (first_seen, number)`);
const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-insert-'));
const target = new Database(join(folder, 'bare.sqlite'));
target.pragma('journal_mode = WAL');
target.pragma('synchronous = NORMAL');
target.pragma('cache_size = -32000');
createTables(target, NETWORK.chainId);
const copies = Object.entries(TABLES).map(([table, rows]) => {
  const read = source.prepare<Batch, unknown[]>(rows).raw();
  const places = read.columns().map(() => '?');
  return { read, insert: target.prepare(`INSERT INTO ${table} VALUES (${places.join(', ')})`) };
});

let seconds = 0;
function count(work: () => void): void {
  const began = performance.now();
  work();
  seconds += (performance.now() - began) / 1_000;
}

for (const batch of batches()) {
  const rows = copies.map(({ read }) => read.all(batch));
  const write = target.transaction(() => {
    for (const [table, { insert }] of copies.entries()) for (const row of rows[table]!) insert.run(...row);
  });
  count(() => write());
}
count(() => target.close());
source.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ seconds }));

function batches(): Batch[] {
  const blocks = source.prepare<[], { height: number; first: number; next: number }>(
    `SELECT height, first_sequence AS first,
       lead(first_sequence, 1, (SELECT transactions FROM state)) OVER (ORDER BY height) AS next FROM blocks`,
  );
  const all: Batch[] = [];
  let bytes = BATCH_BYTES;
  for (const { height, first, next } of blocks.all()) {
    if (bytes >= BATCH_BYTES) {
      all.push({ from: height, to: height, first, next });
      bytes = 0;
    }
    Object.assign(all.at(-1)!, { to: height + 1, next });
    bytes += blockSize(next - first);
  }
  return all;
}
