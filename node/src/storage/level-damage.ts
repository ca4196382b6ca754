import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { DamagedLogError, findDamagedRecord } from './level-log.ts';
import { readLiveFiles, type LiveFiles, type LiveTable } from './level-manifest.ts';
import { findTableDamage } from './level-table.ts';

/** Tables that are checked at once: the disk works while checksums are computed. */
const TABLES_AT_ONCE = 4;

/**
 * Looks for what LevelDB would pass over in silence in the files of a folder that is not open: it makes a new database
 * beside the files of an old one, skips damaged records of its logs, takes a changed length there for the end of the
 * file, and serves changed bytes of a table.
 * @returns one line about the first damage found; `undefined` for a sound, empty or absent folder
 */
export async function findDamage(directory: string): Promise<string | undefined> {
  if (!existsSync(directory)) return undefined;
  const names = await readdir(directory);
  if (!names.includes('CURRENT')) {
    const hasFiles = names.some((name) => /^MANIFEST-|\.(log|ldb|sst)$/.test(name));
    return hasFiles ? 'its file CURRENT is missing' : undefined;
  }
  const files = await readManifest(directory, names);
  if (typeof files === 'string') return files;
  for (const log of files.logs) {
    const damage = await findDamagedRecord(log);
    if (damage !== undefined) return `a record of ${damage.file} at byte ${damage.offset}`;
  }
  return findDamagedTable(files.tables, TABLES_AT_ONCE);
}

/** @returns the files, or what is wrong with the MANIFEST */
async function readManifest(directory: string, names: readonly string[]): Promise<LiveFiles | string> {
  try {
    return await readLiveFiles(directory, names);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof DamagedLogError || error instanceof RangeError) return message;
    if (code === 'ENOENT' || code === 'EISDIR') return 'its file MANIFEST is missing';
    throw error;
  }
}

/** @param atOnce how many are read at the same time; each takes a buffer of 1 MiB */
async function findDamagedTable(tables: readonly LiveTable[], atOnce: number): Promise<string | undefined> {
  const waiting = tables.values();
  let found: string | undefined;
  const checkInTurn = async (): Promise<void> => {
    for (const table of waiting) {
      if (found !== undefined) return;
      found ??= await describeDamage(table);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, checkInTurn));
  return found;
}

async function describeDamage(table: LiveTable): Promise<string | undefined> {
  try {
    const damage = await findTableDamage(table);
    return damage && `${damage.file} at byte ${damage.offset}: ${damage.problem}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `its table ${table.file} is missing`;
    throw error;
  }
}

/**
 * Checks the tables of a folder that is open, one after another with a pause after each, so that nobody notices. Tables
 * never change; one that LevelDB removes meanwhile does not count.
 * @param pause waits between two tables; rejects to end the check
 * @returns as `findDamage`
 */
export async function findDamageWhileOpen(
  directory: string,
  pause: () => Promise<void>,
): Promise<string | undefined> {
  const { tables } = await readLiveFiles(directory, await readdir(directory));
  for (const table of tables) {
    const damage = await describeDamage(table);
    if (damage !== undefined && (await isStillLive(directory, table))) return damage;
    await pause();
  }
  return undefined;
}

async function isStillLive(directory: string, { file }: LiveTable): Promise<boolean> {
  const { tables } = await readLiveFiles(directory, await readdir(directory));
  return tables.some((table) => table.file === file);
}
