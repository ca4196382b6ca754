import { bytesToHex, MAX_BLOCK_TRANSACTIONS } from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProvenBlock, type SliceSource } from './block-proof.ts';
import {
  longestTurn,
  makeTestBlocks,
  openBlockShelf,
  type BlockShelf,
  type TestBlock,
} from './test-support.ts';

/** A full block proven in one step would block the event loop for half a second. */
const LONGEST_PAUSE_MS = 200;

let full: TestBlock;
let shelf: BlockShelf;

beforeAll(async () => {
  [full] = makeTestBlocks(MAX_BLOCK_TRANSACTIONS) as [TestBlock];
  shelf = await openBlockShelf([full]);
});

afterAll(() => shelf.close());

/** The block files, with each slice changed. */
function changed(change: (bytes: Uint8Array, offset: number) => Uint8Array | undefined): SliceSource {
  return {
    blockDamage: (height, offset) => shelf.blockDamage(height, offset),
    readBlockSlice: async (block, slice) => {
      const bytes = await shelf.readBlockSlice(block, slice);
      return bytes && change(bytes, slice.offset);
    },
  };
}

it('a full block is read without long turns of the event loop', async () => {
  let block: Awaited<ReturnType<typeof readProvenBlock>>;
  const longest = await longestTurn(async () => {
    block = await readProvenBlock(shelf, full.summary);
  });
  expect(Buffer.from(block!.raw).equals(full.raw)).toBe(true);
  const last = block!.transactionIds.subarray(-32);
  expect(bytesToHex(last)).toBe(full.transactionId(MAX_BLOCK_TRANSACTIONS - 1));
  expect(longest).toBeLessThan(LONGEST_PAUSE_MS);
});

it.each([0, 117, 118, 5_000_000, 118 + 213 * MAX_BLOCK_TRANSACTIONS - 1])(
  'a block with a changed byte %i is not returned',
  async (position) => {
    const source = changed((bytes, offset) => {
      const at = position - offset;
      return at >= 0 && at < bytes.length ? bytes.with(at, bytes[at]! ^ 1) : bytes;
    });
    await expect(readProvenBlock(source, full.summary)).rejects.toMatchObject({ code: 'block_file_damaged' });
  },
);

it('a block that is disconnected while it is read is absent', async () => {
  const source = changed((bytes, offset) => (offset > 1_000_000 ? undefined : bytes));
  expect(await readProvenBlock(source, full.summary)).toBeUndefined();
});
