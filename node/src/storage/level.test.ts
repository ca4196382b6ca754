import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLevel, type LevelDatabase } from './level.ts';

let folder: string;
let path: string;

/** A store with a table, a log and everything in between. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-level-'));
  path = join(folder, 'store');
  for (const round of [1, 2]) {
    const database = await openLevel(path);
    for (let key = 0; key < 50; key += 1)
      await database.put(Uint8Array.of(round, key), new Uint8Array(100).fill(key));
    await database.close();
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

function fileWith(part: string): string {
  return join(
    path,
    readdirSync(path).find((name) => name.includes(part))!,
  );
}

function flip(file: string, at: number): void {
  flipBit(file, at, 0xff);
}

function flipBit(file: string, at: number, mask: number): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.with(at, bytes[at]! ^ mask));
}

/** Makes the last record of a log reach beyond the end of the file, as a torn one does. */
function flipLastLength(file: string): void {
  const bytes = readFileSync(file);
  let start = 0;
  for (let next = 0; next < bytes.length; next += 7 + bytes.readUInt16LE(next + 4)) start = next;
  expect(start).toBeGreaterThan(0);
  flipBit(file, start + 5, 0x40);
}

describe('a LevelDB folder', () => {
  it('gives back what it was given, as bytes', async () => {
    const database = await openLevel(path);
    expect(database.getSync(Uint8Array.of(1, 7))).toEqual(Buffer.alloc(100, 7));
    expect(database.getSync(Uint8Array.of(3, 7))).toBeUndefined();
    await database.close();
  });

  const damages: [what: string, harm: () => void][] = [
    ['CURRENT is missing', () => rmSync(fileWith('CURRENT'))],
    ['CURRENT is empty', () => writeFileSync(fileWith('CURRENT'), '')],
    ['MANIFEST is missing', () => rmSync(fileWith('MANIFEST'))],
    ['MANIFEST is empty', () => writeFileSync(fileWith('MANIFEST'), '')],
    ['MANIFEST has a changed byte', () => flip(fileWith('MANIFEST'), 20)],
    ['MANIFEST has a changed length in its last record', () => flipLastLength(fileWith('MANIFEST'))],
    ['a table has a changed byte', () => flip(fileWith('.ldb'), 300)],
    ['a table is cut short', () => truncateSync(fileWith('.ldb'), 300)],
    ['a table is missing', () => rmSync(fileWith('.ldb'))],
    ['its log has a changed byte', () => flip(fileWith('.log'), 300)],
  ];
  it.each(damages)('is damaged when %s', async (_, harm) => {
    harm();
    await expect(openLevel(path)).rejects.toMatchObject({ code: 'level_damaged' });
  });

  it('is not damaged, but in use, when it is open already', async () => {
    const database: LevelDatabase = await openLevel(path);
    await expect(openLevel(path)).rejects.toMatchObject({ code: 'level_unusable' });
    await database.close();
  });

  it('is no file', async () => {
    rmSync(path, { recursive: true });
    writeFileSync(path, '');
    await expect(openLevel(path)).rejects.toMatchObject({ code: 'level_unusable' });
  });
});
