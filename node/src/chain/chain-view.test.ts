import { readFileSync, writeFileSync } from 'node:fs';
import { bytesToHex, encodeTransaction, transactionId } from '@cairn/protocol';
import { expect, it, onTestFinished } from 'vitest';
import {
  ACCOUNTS,
  buildTestBlock,
  mineTestBlock,
  openTestChain,
  transfer,
  type TestChain,
} from './test-support.ts';
import type { ChainView } from './chain-view.ts';

const [, alice] = ACCOUNTS;
const PAYMENT = transfer({ from: 1, to: 2, nonce: 1 });
const PAYMENT_ID = transactionId(encodeTransaction(PAYMENT));

async function open(): Promise<TestChain['chain']> {
  const test = await openTestChain();
  onTestFinished(() => test.remove());
  return test.chain;
}

/** The blocks above genesis of another chain. */
async function branchOf(length: number, miner: number): Promise<Uint8Array[]> {
  const chain = await open();
  const blocks: Uint8Array[] = [];
  for (let height = 1; height <= length; height += 1) {
    const raw = buildTestBlock(chain, [], { miner });
    await chain.appendBlock(raw);
    blocks.push(raw);
  }
  return blocks;
}

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
      account: view.account(alice!.address),
      root: view.accounts.tree.root,
      proof: await view.accountProof(alice!.address),
      history: await view.history(alice!.address, { limit: 10 }),
      found: await view.startingWith({ id: PAYMENT_ID.slice(0, 10) }, 10),
      transfers: hex(await view.rawTransfers(2)),
    };
  } finally {
    request.abort();
  }
}

it('a view that is held answers of its tip, whatever the chain does meanwhile', async () => {
  const chain = await open();
  await mineTestBlock(chain);
  await mineTestBlock(chain, [PAYMENT]);
  using view = chain.view.hold();
  const answers = await answersOf(view);
  expect(answers).toMatchObject({ tip: { height: 2 }, location: { height: 2, index: 1 } });
  await mineTestBlock(chain);
  expect(await answersOf(view)).toEqual(answers);
  for (const raw of await branchOf(4, 3)) await chain.offerBlock(raw);
  expect(chain.tip().height).toBe(4);
  expect(chain.view.locateTransaction(PAYMENT_ID)).toBeUndefined();
  expect(await answersOf(view)).toEqual(answers);
});

it('two who hold the same view release it one by one', async () => {
  const chain = await open();
  const first = chain.view.hold();
  using second = chain.view.hold();
  await mineTestBlock(chain);
  first[Symbol.dispose]();
  expect((await second.headers(0, 10)).length).toBe(118);
  expect(second.tip.height).toBe(0);
});

it('an appended block is the answer, also if the chain leaves it at once', async () => {
  const chain = await open();
  const twin = await open();
  const first = buildTestBlock(chain);
  for (const one of [chain, twin]) await one.appendBlock(first);
  const raw = buildTestBlock(chain, [PAYMENT]);
  // The chain cannot leave its first block while that is damaged in its file.
  const { path, offset } = chain.view.locateBlock(1)!;
  const sound = readFileSync(path);
  writeFileSync(path, sound.with(offset, sound[offset]! ^ 1));
  await Promise.allSettled((await branchOf(3, 3)).map((rival) => chain.offerBlock(rival)));
  writeFileSync(path, sound);
  expect(chain.tip().height).toBe(1);
  const appended = await chain.appendBlock(raw);
  expect(chain.tip().height).toBe(3);
  expect(appended).toEqual(await twin.appendBlock(raw));
  expect(twin.view.block(2)).toMatchObject(appended);
});
