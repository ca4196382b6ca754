import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommitMark } from './commit-mark.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-mark-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function readMark(write?: number): Promise<number | undefined> {
  const mark = await CommitMark.open(join(folder, 'committed'));
  if (write !== undefined) await mark.write(write);
  const height = await mark.read();
  await mark.close();
  return height;
}

it('keeps a height', async () => {
  expect(await readMark()).toBeUndefined();
  for (const height of [0, 1, 0xffff_ffff]) {
    expect(await readMark(height)).toBe(height);
    expect(await readMark()).toBe(height);
  }
});

it.each(['', '1234', '12345678'])('says nothing when the file holds %j', async (contents) => {
  writeFileSync(join(folder, 'committed'), contents);
  expect(await readMark()).toBeUndefined();
});
