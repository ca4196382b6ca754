import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Ledger } from './ledger.ts';

const FILE = 'explorer.sqlite';
/** The projection is level long before, on a slow machine too. */
const PATIENCE_MILLISECONDS = 30_000;

/** Every row of the projection, once it has caught up with the chain; nothing where none is kept. */
export async function projectedLines({ chain, projection, path }: Ledger): Promise<string[]> {
  if (projection === undefined || chain.tip() === undefined) return [];
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const { state, indexedHeight } = projection.status();
    if (state === 'ready' && indexedHeight === chain.tip()?.height) return dumpRows(join(path, FILE));
    if (Date.now() > deadline) throw new Error(`the projection stays ${state} at block ${indexedHeight}`);
    await sleep(2);
  }
}

/**
 * The newest block of a projection that nothing opened since its process was killed.
 * @param scratch a folder for a copy: SQLite recovers what it opens
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
