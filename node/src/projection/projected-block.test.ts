import { readFile } from './read-file.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BlockFile, extend } from './chain-test-support.ts';
import { readBlock } from '@cairn/chain/projection';
import { temporaryFolder } from '../home/folder-test-support.ts';

it('a damaged or missing block is an error that names file and offset', async () => {
  const path = join(temporaryFolder(), 'blocks');
  const file = new BlockFile(path);
  const place = extend([], 3).map((raw) => file.append(raw))[1]!;
  const { offset } = place;
  const sound = readFileSync(path);
  const refusal = { code: 'storage_failed', message: expect.stringContaining(`byte ${offset} of ${path}`) };
  for (const at of [0, 200, 330]) {
    writeFileSync(path, sound.with(offset + at, sound[offset + at]! ^ 1));
    await expect(readBlock(place, readFile)).rejects.toMatchObject(refusal);
  }
  writeFileSync(path, sound.subarray(0, offset + 100));
  await expect(readBlock(place, readFile)).rejects.toMatchObject(refusal);
  writeFileSync(path, sound);
  expect((await readBlock(place, readFile)).id).toBe(place.id);
  const missing = readBlock({ ...place, path: '/nowhere' }, readFile);
  await expect(missing).rejects.toMatchObject({ ...refusal, message: expect.stringContaining('/nowhere') });
});
