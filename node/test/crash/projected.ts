import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Stores } from './stores.ts';

const FILE = 'explorer.sqlite';
/** Time limit for the projection to catch up, generous for slow machines. */
const TIMEOUT_MS = 30_000;

/** Every row of the projection, once it has caught up with the chain; none without a projection. */
export async function projectedLines({ chain, projection, path }: Stores): Promise<string[]> {
  if (projection === undefined || chain.tip() === undefined) return [];
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { state, indexedHeight } = projection.status();
    if (state === 'ready' && indexedHeight === chain.tip().height) return dumpRows(join(path, FILE));
    if (Date.now() > deadline) throw new Error(`the projection stays ${state} at block ${indexedHeight}`);
    await sleep(2);
  }
}

/**
 * Height of the newest block in a projection that was not opened since its process was killed.
 * @param scratch a folder for a copy, because SQLite recovers a file when opening it
 */
export function readProjectedHeight(path: string, scratch: string): number {
  if (!existsSync(join(path, FILE))) return -1;
  mkdirSync(scratch);
  for (const name of [FILE, `${FILE}-wal`, `${FILE}-journal`]) {
    if (existsSync(join(path, name))) copyFileSync(join(path, name), join(scratch, name));
  }
  const database = new Database(join(scratch, FILE));
  try {
    const table = database.prepare("SELECT name FROM sqlite_master WHERE name = 'state'").get();
    const height = table && database.prepare('SELECT height FROM state').pluck().get();
    return Number(height ?? -1);
  } finally {
    database.close();
    rmSync(scratch, { recursive: true });
  }
}

function dumpRows(file: string): string[] {
  const database = new Database(file, { readonly: true });
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
