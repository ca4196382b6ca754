import {
  bytesToHex,
  MAX_BLOCK_TRANSACTIONS,
  merklePath,
  splitBlock,
  transactionIdBytes,
} from '@cairn/protocol';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ProvenBlocks } from './proven-blocks.ts';
import { makeTestBlocks, openBlockShelf, type BlockShelf, type TestBlock } from './test-support.ts';

let full: TestBlock;
let shelf: BlockShelf;
beforeAll(() => {
  [full] = makeTestBlocks(MAX_BLOCK_TRANSACTIONS) as [TestBlock];
});
afterEach(() => shelf.close());

/** Turns that the event loop takes while something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let counting = true;
  const count = (): void => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  await work;
  counting = false;
  return turns;
}

it('a block of 8 MiB is proven in small steps, once for all who ask, and then known', async () => {
  shelf = await openBlockShelf([full]);
  const proven = new ProvenBlocks(shelf);
  const asked = Promise.all(Array.from({ length: 20 }, () => proven.get(full.summary)));
  expect(await turnsDuring(asked)).toBeGreaterThan(100);
  expect(shelf.reads.count).toBe(129);
  const [proof] = await asked;
  const ids = splitBlock(full.raw).transactionBytes.map(transactionIdBytes);
  for (const index of [0, 20_001, MAX_BLOCK_TRANSACTIONS - 1]) {
    expect(proof!.tree.path(index).map(bytesToHex)).toEqual(merklePath(ids, index).map(bytesToHex));
  }
  expect(await proven.get(full.summary)).toBe(proof);
  expect(shelf.reads.count).toBe(129);
});

it('blocks are proven one after the other', async () => {
  const blocks = makeTestBlocks(400, 5);
  shelf = await openBlockShelf(blocks);
  const order: string[] = [];
  const watched = {
    ...shelf,
    readBlockSlice: (...[block, slice]: Parameters<BlockShelf['readBlockSlice']>) => {
      order.push(block.id);
      return shelf.readBlockSlice(block, slice);
    },
  };
  const proven = new ProvenBlocks(watched);
  await Promise.all(blocks.map(({ summary }) => proven.get(summary)));
  expect(order).toEqual(blocks.flatMap(({ summary: { id } }) => [id, id]));
});

it('proofs stay within their bound; the one asked for last stays', async () => {
  const blocks = makeTestBlocks(100, 6);
  shelf = await openBlockShelf(blocks);
  const capacity = 4 * (100 * 64 + 1_024);
  const proven = new ProvenBlocks(shelf, capacity);
  for (const { summary } of blocks) {
    await proven.get(summary);
    await proven.get(blocks[0]!.summary);
    expect(proven.size).toBeLessThanOrEqual(capacity);
  }
  const reads = shelf.reads.count;
  await proven.get(blocks[0]!.summary);
  expect(shelf.reads.count).toBe(reads);
  await proven.get(blocks[1]!.summary);
  expect(shelf.reads.count).toBe(reads + 1);
});

it('a block that the chain lost meanwhile is absent, and one that fails fails alone', async () => {
  const [one, other] = makeTestBlocks(3, 2) as [TestBlock, TestBlock];
  shelf = await openBlockShelf([one]);
  const proven = new ProvenBlocks(shelf);
  const wrongRoot = { ...one.summary, header: { ...one.summary.header, merkleRoot: '0'.repeat(64) } };
  const answers = await Promise.allSettled([
    proven.get(other.summary),
    proven.get(wrongRoot),
    proven.get({ ...wrongRoot, id: 'f'.repeat(64) }),
  ]);
  expect(answers).toMatchObject([
    { value: undefined },
    { reason: { code: 'block_file_damaged' } },
    { value: undefined },
  ]);
  expect(await proven.get(one.summary)).toBeDefined();
});
