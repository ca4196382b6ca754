import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blockId, bytesToHex } from '@cairn/protocol';
import Database from 'better-sqlite3';
import { blocksOf, dumpIndex } from '@cairn/chain/test-support';
import type { Stores } from './stores.ts';

/** Time limit for the projection to catch up, generous for slow machines. */
const TIMEOUT_MS = 60_000;

/** Every store that must equal that of the twin, as lines in an order that depends only on its contents. */
const STORES: Readonly<Record<string, (stores: Stores) => string[] | Promise<string[]>>> = {
  index: ({ chain }) => dumpIndex(chain),
  blocks: async (stores) => (await blocksOf(stores)).map((raw) => blockId(raw)),
  pending: pendingLines,
  projection: projectedLines,
};

/**
 * Compares every store, entry by entry.
 * @returns the first difference
 */
export async function findDifference(survivor: Stores, twin: Stores): Promise<string | undefined> {
  for (const [name, read] of Object.entries(STORES)) {
    const [found, expected] = [await read(survivor), await read(twin)];
    const at = Array.from({ length: Math.max(found.length, expected.length) }).findIndex(
      (_, index) => found[index] !== expected[index],
    );
    if (at < 0) continue;
    const [one, other] = [found[at], expected[at]].map((line) => line?.slice(0, 200) ?? 'missing');
    return `${name}: entry ${at} is ${one}, the twin's is ${other}`;
  }
  return undefined;
}

/** Pending transactions, sorted. */
export function pendingLines({ mempool }: Pick<Stores, 'mempool'>): string[] {
  const pending = mempool?.inBlockOrder() ?? [];
  return pending.map(({ id, receivedAt, raw }) => `${id} ${receivedAt} ${bytesToHex(raw)}`).toSorted();
}

/** Every row of the projection, once it has caught up with the chain; none without a projection. */
async function projectedLines({ chain, projection, path }: Stores): Promise<string[]> {
  if (projection === undefined) return [];
  for (const deadline = Date.now() + TIMEOUT_MS; ; await sleep(2)) {
    const { state, indexedHeight } = projection.status();
    if (state === 'ready' && indexedHeight === chain.tip().height) break;
    if (Date.now() > deadline) throw new Error(`the projection stays ${state} at block ${indexedHeight}`);
  }
  const database = new Database(join(path, 'explorer.sqlite'), { readonly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    return (tables.pluck().all() as string[]).flatMap((table) => {
      const rows = database.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][];
      return rows.map((row) => `${table} ${row.map(describeValue).join(' ')}`);
    });
  } finally {
    database.close();
  }
}

function describeValue(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value);
}
