import { readFileSync, writeFileSync } from 'node:fs';
import {
  bytesToHex,
  MAX_BLOCK_TRANSACTIONS,
  merklePath,
  splitBlock,
  transactionIdBytes,
} from '@cairn/protocol';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { TransactionHasher } from './block-proof.ts';
import { ProvenBlocks } from './proven-blocks.ts';
import { makeTestBlocks, openBlockShelf, type BlockShelf, type TestBlock } from './test-support.ts';

const LOGGER = pino({ level: 'silent' });

let full: TestBlock;
let shelf: BlockShelf;
beforeAll(() => {
  [full] = makeTestBlocks(MAX_BLOCK_TRANSACTIONS) as [TestBlock];
});
afterEach(() => shelf.close());

/** Changes one byte of a file. */
function damageFile(path: string, position: number): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.with(position, bytes[position]! ^ 1));
}

/** Turns of the event loop during some work. */
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

it('a block of 8 MiB is proven in small steps, once for all requests, and then cached', async () => {
  shelf = await openBlockShelf([full]);
  const proven = new ProvenBlocks(shelf, LOGGER);
  const asked = Promise.all(Array.from({ length: 20 }, () => proven.proof(full.summary)));
  expect(await turnsDuring(asked)).toBeGreaterThan(100);
  expect(shelf.reads.count).toBe(129);
  const [proof] = await asked;
  const ids = splitBlock(full.raw).transactionBytes.map(transactionIdBytes);
  for (const index of [0, 20_001, MAX_BLOCK_TRANSACTIONS - 1]) {
    expect(proof!.tree.path(index).map(bytesToHex)).toEqual(merklePath(ids, index).map(bytesToHex));
  }
  expect(await proven.proof(full.summary)).toBe(proof);
  expect(shelf.reads.count).toBe(129);
});

it('blocks are proven one after another', async () => {
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
  const proven = new ProvenBlocks(watched, LOGGER);
  await Promise.all(blocks.map(({ summary }) => proven.proof(summary)));
  expect(order).toEqual(blocks.flatMap(({ summary: { id } }) => [id, id]));
});

it('cached proofs stay within their limit; the last requested one stays', async () => {
  const blocks = makeTestBlocks(100, 6);
  shelf = await openBlockShelf(blocks);
  const capacity = 4 * (100 * 64 + 1_024);
  const proven = new ProvenBlocks(shelf, LOGGER, capacity);
  for (const { summary } of blocks) {
    await proven.proof(summary);
    await proven.proof(blocks[0]!.summary);
    expect(proven.size).toBeLessThanOrEqual(capacity);
  }
  const reads = shelf.reads.count;
  await proven.proof(blocks[0]!.summary);
  expect(shelf.reads.count).toBe(reads);
  await proven.proof(blocks[1]!.summary);
  expect(shelf.reads.count).toBe(reads + 1);
});

it('a block disconnected meanwhile is absent, and one failure affects no other block', async () => {
  const [one, other] = makeTestBlocks(3, 2) as [TestBlock, TestBlock];
  shelf = await openBlockShelf([one]);
  const proven = new ProvenBlocks(shelf, LOGGER);
  const answers = await Promise.allSettled([
    proven.proof(other.summary),
    proven.proof({ ...one.summary, transactionCount: 2 }),
    proven.proof({ ...one.summary, id: 'f'.repeat(64) }),
  ]);
  expect(answers).toMatchObject([
    { value: undefined },
    { reason: { code: 'block_file_damaged' } },
    { value: undefined },
  ]);
  expect(await proven.proof(one.summary)).toBeDefined();
});

it('a block that is read again is not proven again, but its bytes are still checked', async () => {
  shelf = await openBlockShelf([full]);
  const proven = new ProvenBlocks(shelf, LOGGER);
  expect(full.raw.equals((await proven.read(full.summary))!)).toBe(true);
  const hashing = vi.spyOn(TransactionHasher.prototype, 'add');
  onTestFinished(() => hashing.mockRestore());
  expect(full.raw.equals((await proven.read(full.summary))!)).toBe(true);
  expect(hashing).not.toHaveBeenCalled();
  await new ProvenBlocks(shelf, LOGGER).proof(full.summary);
  expect(hashing).toHaveBeenCalled();
  damageFile(shelf.path, 5_000_000);
  await expect(proven.read(full.summary)).rejects.toMatchObject({ code: 'block_file_damaged' });
});
