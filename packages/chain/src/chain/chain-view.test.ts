import { bytesToHex, encodeTransaction, transactionId } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlockFileError } from '../storage/errors.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  damage,
  mineBranch,
  mineTestBlock,
  openTestChain,
  stepBack,
  transfer,
  type TestChain,
} from '../test-support.ts';
import type { ChainView } from './chain-view.ts';

const alice = ACCOUNTS[1]!.address;
const PAYMENT = transfer({ from: 1, to: 2, nonce: 1 });
const PAYMENT_ID = transactionId(encodeTransaction(PAYMENT));

let test: TestChain;
beforeEach(async () => void (test = await openTestChain()));
afterEach(() => test.close());

describe('a view', () => {
  it('has blocks, pages of transactions and single transactions', async () => {
    const { chain } = test;
    const block = await mineTestBlock(
      chain,
      [1, 2, 3, 4, 5].map((nonce) => transfer({ from: 1, to: 2, nonce })),
    );
    expect(block).toMatchObject({ transactionCount: 6, totalFees: 5n, reward: 5_000_000_005n });
    const page = chain.view.transactions(1, { offset: 2, limit: 3 })!;
    expect(page.map(({ index, transaction }) => [index, transaction.nonce])).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    expect(chain.view.transactions(1, { offset: 6, limit: 10 })).toEqual([]);
    expect(chain.view.transactions(2, { offset: 0, limit: 10 })).toBeUndefined();
    const { id } = page[0]!;
    expect(await chain.view.findTransaction(id)).toMatchObject({ height: 1, index: 2, id });
    expect(await chain.view.findTransaction('ab'.repeat(32))).toBeUndefined();
    expect((await chain.view.rawBlock(1))!.length).toBe(block.sizeBytes);
  });

  it('has the history of an address newest first, a transfer to oneself once', async () => {
    const { chain } = test;
    await mineTestBlock(chain, [
      transfer({ from: 1, to: 1, nonce: 1 }),
      transfer({ from: 1, to: 2, nonce: 2 }),
    ]);
    await mineTestBlock(chain, [transfer({ from: 2, to: 1, nonce: 1 })]);
    const all = await chain.view.history(alice, { limit: 10 });
    expect(all.map(({ height, index }) => [height, index])).toEqual([
      [2, 1],
      [1, 2],
      [1, 1],
      [0, 1],
    ]);
    expect(await chain.view.history(alice, { before: all[1]!, limit: 1 })).toEqual([all[2]]);
  });

  it('of a block with a changed byte says so for the whole block and for a transaction by its ID', async () => {
    const { chain } = test;
    for (const nonce of [1, 2, 3]) await mineTestBlock(chain, [transfer({ from: 1, to: 2, nonce })]);
    const { path: file, offset, size } = chain.view.locateBlock(2)!;
    const { id } = chain.view.transactions(2, { offset: 1, limit: 1 })![0]!;
    for (let at = offset; at < offset + size; at += 7) {
      await damage(test.home, at);
      const fault = { code: 'block_file_damaged', file, offset };
      await expect(chain.view.rawBlock(2)).rejects.toMatchObject(fault);
      const found: unknown = await chain.view.findTransaction(id).catch((error: unknown) => error);
      // A transaction that still hashes to its ID is served.
      if (found instanceof BlockFileError) expect(found).toMatchObject(fault);
      else expect(found).toMatchObject({ id });
      expect(chain.view.transactions(2, { offset: 0, limit: 2 })).toHaveLength(2);
      await damage(test.home, at);
    }
  });
});

/** Everything that a view says. */
async function answersOf(view: ChainView) {
  const request = new AbortController();
  const heights = [0, 1, 2, 3, 4];
  const hex = (bytes: Uint8Array | undefined) => bytes && bytesToHex(bytes);
  try {
    return {
      tip: view.tip,
      blocks: heights.map((height) => view.block(height)),
      headers: await view.headers(0, 10),
      places: heights.map((height) => view.locateBlock(height) !== undefined),
      pages: heights.map((height) => view.transactions(height, { offset: 0, limit: 3 })?.map(({ id }) => id)),
      raw: (await Promise.all(heights.map((height) => view.rawBlock(height)))).map(hex),
      sent: hex(await view.readBlock(2, request.signal)),
      path: (await view.merkleTree(2, request.signal))!.path(0),
      payment: hex((await view.findTransaction(PAYMENT_ID))?.raw),
      location: view.locateTransaction(PAYMENT_ID),
      account: view.account(alice),
      root: view.accounts.tree.root,
      proof: await view.accountProof(alice),
      history: await view.history(alice, { limit: 10 }),
      found: await view.startingWith({ id: PAYMENT_ID.slice(0, 10) }, 10),
      transfers: hex(await view.rawTransfers(2)),
    };
  } finally {
    request.abort();
  }
}

describe('a view that is held', () => {
  it('answers of its tip, whatever the chain does meanwhile', async () => {
    const { chain } = test;
    await mineTestBlock(chain);
    await mineTestBlock(chain, [PAYMENT]);
    using view = chain.view.hold();
    const answers = await answersOf(view);
    expect(answers).toMatchObject({
      tip: { height: 2 },
      location: { height: 2, index: 1 },
      proof: { history: undefined },
    });
    expect(answers.sent).toBe(answers.raw[2]);
    await mineTestBlock(chain);
    expect(await answersOf(view)).toEqual(answers);
    for (const raw of await mineBranch([3, 3, 3, 3])) await chain.offerBlock(raw);
    expect(chain.tip().height).toBe(4);
    expect(chain.view.locateTransaction(PAYMENT_ID)).toBeUndefined();
    expect(await answersOf(view)).toEqual(answers);
  });

  it('by two is released one by one', async () => {
    const { chain } = test;
    const first = chain.view.hold();
    using second = chain.view.hold();
    await mineTestBlock(chain);
    first[Symbol.dispose]();
    expect([(await second.headers(0, 10)).length, second.tip.height]).toEqual([118, 0]);
  });
});

it('an appended block is the answer, also if the chain leaves it at once', async () => {
  const { chain } = test;
  const first = buildTestBlock(chain);
  await chain.appendBlock(first);
  const raw = buildTestBlock(chain, [PAYMENT]);
  const expected = await chain.appendBlock(raw);
  expect(chain.view.block(2)).toMatchObject(expected);
  await stepBack(chain);
  // The chain cannot leave its first block while that is damaged in the log.
  const { offset } = chain.view.locateBlock(1)!;
  await damage(test.home, offset);
  await Promise.allSettled((await mineBranch([3, 3, 3])).map((rival) => chain.offerBlock(rival)));
  await damage(test.home, offset);
  expect(chain.tip().height).toBe(1);
  expect(await chain.appendBlock(raw)).toEqual(expected);
  expect(chain.tip().height).toBe(3);
});
