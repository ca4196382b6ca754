import { readFileSync, writeFileSync } from 'node:fs';
import { bytesToHex, transactionIdBytes } from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocatedBlock } from '../chain/chain-types.ts';
import { mineTestBlock, openTestChain, type TestChain } from '../chain/test-support.ts';
import { readBlock, type ProjectedBlock } from './projected-block.ts';

const BLOCKS = 5;

let test: TestChain;
/** Where the blocks are on disk, without the bytes that the chain has in memory. */
let places: LocatedBlock[];

beforeAll(async () => {
  test = await openTestChain();
  for (let height = 1; height < BLOCKS; height += 1) await mineTestBlock(test.chain);
  places = Array.from({ length: BLOCKS }, (_, height) => {
    const { validated: _kept, ...place } = test.chain.locateBlock(height)!;
    return place;
  });
});
afterAll(() => test.remove());

function expectBlock(height: number, { raw, transactionIds }: ProjectedBlock, expected: Uint8Array): void {
  expect([height, bytesToHex(raw)]).toEqual([height, bytesToHex(expected)]);
  expect(bytesToHex(transactionIds.subarray(0, 32))).toBe(
    bytesToHex(transactionIdBytes(raw.subarray(118, 331))),
  );
}

it('a block is read from its file', async () => {
  for (const place of places) {
    expectBlock(place.height, await readBlock(place), (await test.chain.readRawBlock(place.height))!);
  }
});

it('a block that was just validated is taken from memory', async () => {
  for (const { height } of places.slice(1)) {
    const kept = { ...test.chain.locateBlock(height)!, path: '/nowhere' };
    expectBlock(height, await readBlock(kept), (await test.chain.readRawBlock(height))!);
  }
});

it('a damaged or missing block is an error that names file and offset', async () => {
  const { path, offset } = places[2]!;
  const sound = readFileSync(path);
  const refusal = { code: 'storage_failed', message: expect.stringContaining(`byte ${offset} of ${path}`) };
  for (const at of [0, 200, 330]) {
    writeFileSync(path, sound.with(offset + at, sound[offset + at]! ^ 1));
    await expect(readBlock(places[2]!)).rejects.toMatchObject(refusal);
  }
  writeFileSync(path, sound.subarray(0, offset + 100));
  await expect(readBlock(places[2]!)).rejects.toMatchObject(refusal);
  writeFileSync(path, sound);
  const missing = readBlock({ ...places[2]!, path: '/nowhere' });
  await expect(missing).rejects.toMatchObject({ ...refusal, message: expect.stringContaining('/nowhere') });
});
