import { blockId, type BlockId, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { mineBranch } from '../test-support.ts';
import { digestTransactions } from './transaction-checks.ts';
import { BusyError, WholeBlocks, type StoredBytes } from './whole-blocks.ts';

const FULL = 10;
const BLOCKS = (await mineBranch(Array<number>(20).fill(3))).map((raw) => ({ id: blockId(raw), raw }));

/** What was read, in order; a test lets each end. */
let begun: BlockId[];
let release: PromiseWithResolvers<void>;
let blocks: WholeBlocks;

beforeEach(() => {
  begun = [];
  release = Promise.withResolvers();
  blocks = new WholeBlocks(async (transactions) => digestTransactions(transactions));
});

/** A block that counts as a full one. */
function block(index: number): StoredBytes {
  const { id, raw } = BLOCKS[index]!;
  return {
    id,
    size: MAX_BLOCK_SIZE,
    read: async () => {
      begun.push(id);
      await release.promise;
      return raw;
    },
    damage: () => new Error('damaged'),
  };
}

const idsOf = (...indexes: number[]): BlockId[] => indexes.map((index) => BLOCKS[index]!.id);
const request = (): AbortSignal => new AbortController().signal;

describe('a Merkle tree', () => {
  it('is made once for all who wait for it, and for those who come later', async () => {
    const trees = Array.from({ length: 200 }, () => blocks.merkleTree(block(0), request()));
    release.resolve();
    const all = new Set(await Promise.all(trees));
    all.add(await blocks.merkleTree(block(0), request()));
    expect(all.size).toBe(1);
    expect(begun).toEqual(idsOf(0));
  });

  it('of a block that could not be read is tried again', async () => {
    const failing = { ...block(0), read: () => Promise.reject(new Error('no such file')) };
    await expect(blocks.merkleTree(failing, request())).rejects.toThrow('no such file');
    release.resolve();
    expect((await blocks.merkleTree(block(0), request())).path(0)).toEqual([]);
  });
});

describe('a client', () => {
  it('that has left is waited for no longer, and nothing is read for it alone', async () => {
    const [staying, leaving] = [new AbortController(), new AbortController()];
    const reads = [
      blocks.read(block(0), staying.signal),
      blocks.read(block(1), leaving.signal),
      blocks.read(block(2), leaving.signal),
      blocks.read(block(2), staying.signal),
    ];
    leaving.abort();
    const left = await Promise.allSettled([reads[1], reads[2]]);
    expect(left.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    release.resolve();
    await Promise.all([reads[0], reads[3]]);
    expect(begun).toEqual(idsOf(0, 2));
    await expect(blocks.read(block(3), leaving.signal)).rejects.toBe(leaving.signal.reason);
  });

  it('beyond ten waiting blocks is refused; one for which a block is waited already is not', async () => {
    const waiting = Array.from({ length: 1 + FULL }, (_, index) => blocks.read(block(index), request()));
    await expect(blocks.read(block(1 + FULL), request())).rejects.toThrow(BusyError);
    const sharing = blocks.read(block(FULL), request());
    release.resolve();
    await Promise.all([...waiting, sharing]);
    expect(begun).toEqual(idsOf(...waiting.keys()));
    await blocks.merkleTree(block(1 + FULL), request());
  });

  it('that leaves makes room for another', async () => {
    const leaving = new AbortController();
    const waiting = Array.from({ length: FULL }, (_, index) => blocks.read(block(index), request()));
    const last = blocks.read(block(FULL), leaving.signal);
    await expect(blocks.read(block(1 + FULL), request())).rejects.toThrow(BusyError);
    leaving.abort();
    await expect(last).rejects.toBe(leaving.signal.reason);
    const next = blocks.read(block(1 + FULL), request());
    release.resolve();
    await Promise.all([...waiting, next]);
  });

  it('is refused while sixteen full blocks are being sent, unless it asks for one of these', async () => {
    release.resolve();
    const sending = new AbortController();
    for (let index = 0; index < 16; index += 1) await blocks.read(block(index), sending.signal);
    await expect(blocks.read(block(16), request())).rejects.toThrow(BusyError);
    const again = new AbortController();
    expect(await blocks.read(block(0), again.signal)).toBe(BLOCKS[0]!.raw);
    sending.abort();
    await blocks.read(block(16), request());
  });
});

it('a peer waits for no client', async () => {
  for (let index = 0; index < FULL; index += 1) void blocks.merkleTree(block(index), request());
  const quick = { ...block(FULL), read: async () => BLOCKS[FULL]!.raw };
  expect((await blocks.prove(quick)).raw).toBe(BLOCKS[FULL]!.raw);
  expect(begun).toEqual(idsOf(0));
});
