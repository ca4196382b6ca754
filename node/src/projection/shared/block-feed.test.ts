import { readFileSync, writeFileSync } from 'node:fs';
import { bytesToHex, transactionIdBytes } from '@cairn/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { mineTestBlock, openTestChain, type TestChain } from '../../chain/test-support.ts';
import { BlockFeed } from './block-feed.ts';
import type { SourceBlock } from './block-source.ts';

const BLOCKS = 8;

let test: TestChain;
/** Without the blocks that the chain has in memory. */
let places: BlockPlace[];
let feed: BlockFeed;

beforeAll(async () => {
  test = await openTestChain();
  for (let height = 1; height < BLOCKS; height += 1) await mineTestBlock(test.chain);
  places = Array.from({ length: BLOCKS }, (_, height) => {
    const { validated: _kept, ...place } = test.chain.locateBlock(height)!;
    return place;
  });
});
afterAll(() => test.remove());
beforeEach(() => {
  feed = new BlockFeed();
});
afterEach(() => feed.close());

function take(blocks: readonly BlockPlace[], upcoming: readonly BlockPlace[] = []): Promise<SourceBlock[]> {
  return Array.fromAsync(feed.read(blocks, upcoming));
}

async function expectBlocks(blocks: readonly SourceBlock[], heights: readonly number[]): Promise<void> {
  expect(blocks.map(({ height }) => height)).toEqual(heights);
  for (const { height, id, raw, ids } of blocks) {
    expect(id).toBe(places[height]!.id);
    expect(bytesToHex(raw)).toBe(bytesToHex((await test.chain.readRawBlock(height))!));
    expect(bytesToHex(ids.subarray(0, 32))).toBe(bytesToHex(transactionIdBytes(raw.subarray(118, 331))));
  }
}

it('reads blocks, ahead on another thread while more are to come', async () => {
  await expectBlocks(await take(places.slice(0, 3), places.slice(3, 5)), [0, 1, 2]);
  await expectBlocks(await take(places.slice(3, 5), places.slice(5, 7)), [3, 4]);
  await expectBlocks(await take(places.slice(5)), [5, 6, 7]);
});

it('goes on elsewhere than it was told', async () => {
  await take(places.slice(0, 2), places.slice(2, 4));
  await expectBlocks(await take(places.slice(6, 7), places.slice(7)), [6]);
  await expectBlocks(await take(places.slice(1, 3)), [1, 2]);
});

it('takes a block that was just validated from memory', async () => {
  const kept = places.map(({ height }) => ({ ...test.chain.locateBlock(height)!, path: '/nowhere' }));
  expect(kept.every(({ validated }) => validated !== undefined)).toBe(true);
  await expectBlocks(await take(kept.slice(0, 4), kept.slice(4)), [0, 1, 2, 3]);
  await expect(take([{ ...places[1]!, path: '/nowhere' }])).rejects.toMatchObject({
    code: 'block_unreadable',
  });
});

it('gives no block that is damaged, read ahead or not', async () => {
  const { path, offset } = places[2]!;
  const sound = readFileSync(path);
  for (const at of [0, 200, 330]) {
    writeFileSync(path, sound.with(offset + at, sound[offset + at]! ^ 1));
    const refusal = { code: 'block_unreadable', message: expect.stringContaining(path) };
    await expect(take(places.slice(1, 3))).rejects.toMatchObject(refusal);
    await expect(take(places.slice(0, 3), places.slice(3))).rejects.toMatchObject(refusal);
  }
  writeFileSync(path, sound);
  await feed.close(); // a block that was read ahead meanwhile is not kept
  await expectBlocks(await take(places.slice(1, 4), places.slice(4)), [1, 2, 3]);
});
