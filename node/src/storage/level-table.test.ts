import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Level } from 'level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDamage } from './level-damage.ts';
import { readLiveFiles, type LiveTable } from './level-manifest.ts';
import { findTableDamage } from './level-table.ts';
import { openLevel } from './level.ts';

let folder: string;
let table: LiveTable;
let sound: Buffer;

const databaseAt = (path: string) => openLevel(path, { writeBufferSize: 256 * 1_024 });
const tablesOf = async (path: string) => (await readLiveFiles(path, readdirSync(path))).tables;

/** Several tables; one value is longer than what is read at once. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-level-table-'));
  const database = await databaseAt(folder);
  await database.put(Buffer.from('large'), randomBytes(2_500_000));
  for (let index = 0; index < 800; index += 1) await database.put(randomBytes(32), randomBytes(1_000));
  await database.close();
  [table] = (await tablesOf(folder)) as [LiveTable];
  sound = readFileSync(table.file);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function damageWith(change: (bytes: Buffer) => Buffer | void): Promise<number | undefined> {
  const bytes = Buffer.from(sound);
  writeFileSync(table.file, change(bytes) ?? bytes);
  return (await findTableDamage(table))?.offset;
}

describe('a table file', () => {
  it('of any kind is sound as LevelDB wrote it', async () => {
    const tables = await tablesOf(folder);
    expect(tables.length).toBeGreaterThan(1);
    for (const one of tables) expect(await findTableDamage(one)).toBeUndefined();
    expect(Math.max(...tables.map(({ size }) => size))).toBeGreaterThan(2_500_000);
  });

  it('is damaged by a changed byte anywhere: data, filter, both indexes, footer', async () => {
    const positions = [0, 1, 7, sound.length - 1];
    for (let position = 0; position < sound.length; position += 29_989) positions.push(position);
    for (let last = 1; last < 400; last += 7) positions.push(sound.length - last);
    for (const position of positions) {
      const offset = await damageWith((bytes) => void (bytes[position]! ^= 0x04));
      expect(offset, `byte ${position} of ${sound.length}`).toBeDefined();
    }
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut by a byte', (bytes) => bytes.subarray(0, -1)],
    ['cut to nothing', (bytes) => bytes.subarray(0, 0)],
    ['longer', (bytes) => Buffer.concat([bytes, Buffer.of(0)])],
    ['all zeros', (bytes) => Buffer.alloc(bytes.length)],
  ])('is damaged when it is %s', async (_, change) => {
    expect(await damageWith(change)).toBeDefined();
  });

  it('with a changed value is refused before LevelDB serves that value', async () => {
    const small = join(folder, 'small');
    const key = Buffer.from('account');
    const first = await databaseAt(small);
    await first.put(key, Buffer.alloc(12, 0x11));
    await first.close();
    await (await databaseAt(small)).close(); // the log becomes a table
    const [{ file }] = (await tablesOf(small)) as [LiveTable];
    const bytes = readFileSync(file);
    bytes[bytes.indexOf(Buffer.alloc(12, 0x11)) + 3]! ^= 0x40;
    writeFileSync(file, bytes);
    // What LevelDB would do: that it stops doing so is when this check can go.
    copyFileSync(file, join(folder, basename(file)));
    const unchecked = new Level<Buffer, Buffer>(small, {
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
    });
    expect(await unchecked.get(key)).toEqual(Buffer.from('111111511111111111111111', 'hex'));
    await unchecked.close();
    writeFileSync(file, bytes);
    await expect(databaseAt(small)).rejects.toMatchObject({ code: 'level_damaged' });
  });
});

describe('a table that no MANIFEST names', () => {
  it('is a leftover of a crash, and no damage', async () => {
    writeFileSync(join(folder, '000999.ldb'), sound.subarray(0, 5_000));
    expect(await findDamage(folder)).toBeUndefined();
    const database = await databaseAt(folder);
    await database.close();
  });
});
