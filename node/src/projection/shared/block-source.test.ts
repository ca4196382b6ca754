import { readFileSync, writeFileSync } from 'node:fs';
import { bytesToHex, transactionIdBytes } from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocatedBlock } from '../../chain/chain-reader.ts';
import { mineTestBlock, openTestChain, type TestChain } from '../../chain/test-support.ts';
import { readBlocks, type SourceBlock } from './block-source.ts';

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

function read(blocks: readonly LocatedBlock[]): Promise<SourceBlock[]> {
  return Array.fromAsync(readBlocks(blocks));
}

async function expectBlocks(blocks: readonly SourceBlock[], heights: readonly number[]): Promise<void> {
  expect(blocks.map(({ height }) => height)).toEqual(heights);
  for (const { height, id, raw, ids } of blocks) {
    expect(id).toBe(places[height]!.id);
    expect(bytesToHex(raw)).toBe(bytesToHex((await test.chain.readRawBlock(height))!));
    expect(bytesToHex(ids.subarray(0, 32))).toBe(bytesToHex(transactionIdBytes(raw.subarray(118, 331))));
  }
}

it('blocks are read from their files', async () => {
  await expectBlocks(await read(places), [0, 1, 2, 3, 4]);
});

it('a block that was just validated is taken from memory', async () => {
  const kept = places.map(({ height }) => ({ ...test.chain.locateBlock(height)!, path: '/nowhere' }));
  await expectBlocks(await read(kept), [0, 1, 2, 3, 4]);
  await expect(read([{ ...places[1]!, path: '/nowhere' }])).rejects.toMatchObject({
    code: 'block_unreadable',
  });
});

it('a damaged block is not returned', async () => {
  const { path, offset } = places[2]!;
  const sound = readFileSync(path);
  for (const at of [0, 200, 330]) {
    writeFileSync(path, sound.with(offset + at, sound[offset + at]! ^ 1));
    const refusal = { code: 'block_unreadable', message: expect.stringContaining(path) };
    await expect(read(places.slice(1, 3))).rejects.toMatchObject(refusal);
  }
  writeFileSync(path, sound);
  await expectBlocks(await read(places.slice(1, 4)), [1, 2, 3]);
});
