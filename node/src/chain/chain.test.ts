import { readFileSync } from 'node:fs';
import {
  blockId,
  ConsensusError,
  formatPebbles,
  hexToBytes,
  MAX_U64,
  type Block,
  type Transaction,
} from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChainEvent } from './chain-types.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  dumpIndex,
  mineTestBlock,
  openTestChain,
  stepBack,
  transfer,
  type TestBlockOptions,
  type TestChain,
} from './test-support.ts';

interface ChainVectors {
  blocks: { id: string; raw: string }[];
  accounts: Record<string, { balance: string; nonce: number }>;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/devnet-chain.json', import.meta.url), 'utf8'),
) as ChainVectors;

let test: TestChain;
beforeEach(async () => {
  test = await openTestChain();
});
afterEach(() => test.remove());

describe('a chain', () => {
  it("accepts the vectors' blocks and has their accounts, also after reopening", async () => {
    for (const { raw } of vectors.blocks.slice(1)) await test.chain.appendBlock(hexToBytes(raw));
    const check = (): void => {
      expect(test.chain.tip()).toEqual({ height: 12, id: vectors.blocks.at(-1)!.id });
      for (const [height, { id }] of vectors.blocks.entries()) {
        expect(test.chain.view.block(height)?.id).toBe(id);
        expect(test.chain.view.heightOfBlock(id)).toBe(height);
      }
      for (const [address, { balance, nonce }] of Object.entries(vectors.accounts)) {
        const account = test.chain.view.account(address)!;
        expect({ balance: formatPebbles(account.balance), nonce: account.nonce }).toEqual({ balance, nonce });
      }
    };
    check();
    await test.close();
    test = await openTestChain({ path: test.dataDirectory.path });
    check();
  });

  it('reads blocks, pages of transactions and single transactions from its files', async () => {
    const transfers = [1, 2, 3, 4, 5].map((nonce) => transfer({ from: 1, to: 2, nonce }));
    const block = await mineTestBlock(test.chain, transfers);
    const page = test.chain.view.transactions(1, { offset: 2, limit: 3 });
    expect(page?.map(({ index, transaction }) => [index, transaction.nonce])).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    expect(test.chain.view.transactions(1, { offset: 6, limit: 10 })).toEqual([]);
    expect(test.chain.view.transactions(2, { offset: 0, limit: 10 })).toBeUndefined();
    const found = await test.chain.view.findTransaction(page![0]!.id);
    expect(found).toMatchObject({ height: 1, index: 2, id: page![0]!.id });
    expect(await test.chain.view.findTransaction('ab'.repeat(32))).toBeUndefined();
    expect((await test.chain.view.rawBlock(1))!.length).toBe(block.sizeBytes);
    expect(block).toMatchObject({ transactionCount: 6, totalFees: 5n, reward: 5_000_000_005n });
  });

  it('lists the history of an address newest first, a transfer to oneself once', async () => {
    await mineTestBlock(test.chain, [
      transfer({ from: 1, to: 1, nonce: 1 }),
      transfer({ from: 1, to: 2, nonce: 2 }),
    ]);
    await mineTestBlock(test.chain, [transfer({ from: 2, to: 1, nonce: 1 })]);
    const address = ACCOUNTS[1]!.address;
    const all = await test.chain.view.history(address, { limit: 10 });
    expect(all).toEqual([
      { height: 2, index: 1 },
      { height: 1, index: 2 },
      { height: 1, index: 1 },
      { height: 0, index: 1 },
    ]);
    expect(await test.chain.view.history(address, { before: { height: 1, index: 2 }, limit: 1 })).toEqual([
      all[2],
    ]);
  });

  it('verifies a block with many signatures in threads, and finds an invalid one', async () => {
    const transfers = Array.from({ length: 700 }, (_, index) =>
      transfer({ from: 1, to: 2, nonce: index + 1 }),
    );
    const broken = [...transfers];
    broken[640] = { ...broken[640]!, unlockSig: broken[639]!.unlockSig };
    await expect(test.chain.appendBlock(buildTestBlock(test.chain, broken))).rejects.toMatchObject({
      code: 'bad_signature',
      data: { index: 641 },
    });
    await mineTestBlock(test.chain, transfers);
    expect(test.chain.view.account(ACCOUNTS[1]!.address)?.nonce).toBe(700);
  });

  it('names the invalid signature of a block that its accounts refuse too, and remembers the block', async () => {
    const transfers = Array.from({ length: 700 }, (_, index) =>
      transfer({ from: 1, to: 2, nonce: index + 2 }),
    );
    transfers[690] = { ...transfers[690]!, unlockSig: transfers[689]!.unlockSig };
    const raw = buildTestBlock(test.chain, transfers);
    await expect(test.chain.offerBlock(raw)).rejects.toMatchObject({ code: 'bad_signature' });
    await expect(test.chain.offerBlock(raw)).rejects.toMatchObject({ code: 'bad_previous_block' });
    await mineTestBlock(test.chain);
  });

  it('notifies its listeners of each block, also after one of them fails', async () => {
    const events: ChainEvent[] = [];
    test.chain.subscribe(() => {
      throw new Error('a follower fails');
    });
    const end = test.chain.subscribe((event) => events.push(event));
    await mineTestBlock(test.chain);
    await stepBack(test.chain);
    end();
    await mineTestBlock(test.chain);
    const id = events[0]!.newTip.id;
    expect(events).toMatchObject([
      { newTip: { height: 1 }, commonHeight: 0, disconnected: [], connected: [id], returned: [] },
      {
        oldTip: { height: 1, id },
        newTip: { height: 0 },
        commonHeight: 0,
        disconnected: [id],
        connected: [],
      },
    ]);
    const miner = ACCOUNTS[9]!.address;
    expect(events.map(({ accounts }) => accounts.get(miner)?.balance)).toEqual([
      100_005_000_000_000n,
      100_000_000_000_000n,
    ]);
  });

  it('appends concurrently offered blocks in order', async () => {
    const first = buildTestBlock(test.chain);
    const [appended, again] = await Promise.allSettled([
      test.chain.appendBlock(first),
      test.chain.appendBlock(first),
    ]);
    expect(appended).toMatchObject({ status: 'fulfilled', value: { height: 1 } });
    expect(again).toMatchObject({ status: 'rejected', reason: { code: 'bad_previous_block' } });
    expect(test.chain.tip().height).toBe(1);
  });

  it('commits blocks that wait together, and reports them as one change', async () => {
    const twin = await openTestChain();
    const raws: Uint8Array[] = [];
    for (let nonce = 1; nonce <= 8; nonce += 1) {
      raws.push(buildTestBlock(twin.chain, [transfer({ from: 1, to: 2, nonce })]));
      await twin.chain.appendBlock(raws.at(-1)!);
    }
    const events: ChainEvent[] = [];
    test.chain.subscribe((event) => events.push(event));
    await Promise.all(raws.map((raw) => test.chain.appendBlock(raw)));
    expect(events.flatMap(({ connected }) => connected)).toEqual(raws.map((raw) => blockId(raw)));
    expect(events.length).toBeLessThan(raws.length);
    expect(events.at(-1)!.accounts.get(ACCOUNTS[1]!.address)?.nonce).toBe(8);
    expect(await dumpIndex(test.chain)).toEqual(await dumpIndex(twin.chain));
    await twin.remove();
  });

  it('commits the blocks that wait when it is closed, and takes no further ones', async () => {
    const twin = await openTestChain();
    const raws: Uint8Array[] = [];
    for (let height = 1; height <= 4; height += 1) {
      raws.push(buildTestBlock(twin.chain));
      await twin.chain.appendBlock(raws.at(-1)!);
    }
    const [last, ...first] = raws.toReversed();
    const offers = first.toReversed().map((raw) => test.chain.offerBlock(raw));
    const closing = test.close();
    await expect(test.chain.offerBlock(last!)).rejects.toMatchObject({ code: 'closed' });
    expect((await Promise.all(offers)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('accepted'));
    await closing;
    test = await openTestChain({ path: test.dataDirectory.path });
    expect(test.chain.tip()).toEqual({ height: 3, id: blockId(raws[2]!) });
    await twin.remove();
  });

  it('takes blocks on top of the tip before those of other branches', async () => {
    const twin = await openTestChain();
    const sides = [3, 4].map((miner) => buildTestBlock(twin.chain, [], { miner }));
    await mineTestBlock(test.chain);
    const next = buildTestBlock(test.chain);
    const order: string[] = [];
    await Promise.all(
      [...sides, next].map(async (raw) => order.push((await test.chain.offerBlock(raw)).outcome)),
    );
    expect(order).toEqual(['side', 'accepted', 'side']); // the first one does not wait
    await twin.remove();
  });
});

describe('a block that breaks a rule', () => {
  const header = (change: Partial<Block['header']>): TestBlockOptions => ({
    alter: (block) => ({ ...block, header: { ...block.header, ...change } }),
  });
  const coinbase = (change: Partial<Transaction>): TestBlockOptions => ({
    alter: ({ header, transactions: [first, ...rest] }) => ({
      header,
      transactions: [{ ...first!, ...change }, ...rest],
    }),
  });
  const cases: [code: string, transfers: Transaction[], options: TestBlockOptions][] = [
    ['bad_version', [], header({ version: 2 })],
    ['bad_height', [], header({ height: 2 })],
    ['bad_previous_block', [], header({ previousBlockId: 'ab'.repeat(32) })],
    ['bad_merkle_root', [], header({ merkleRoot: 'ab'.repeat(32) })],
    ['timestamp_too_old', [], { timestamp: 1_767_225_600 }],
    ['timestamp_too_new', [], { timestamp: Math.floor(Date.now() / 1_000) + 7_300 }],
    ['bad_bits', [], header({ bits: 0x207ffffe })],
    ['bad_miner', [], header({ miner: '0'.repeat(34) })],
    ['bad_coinbase', [], coinbase({ value: 5_000_000_001n })],
    ['bad_coinbase', [], coinbase({ value: 4_999_999_999n })],
    ['bad_coinbase', [], coinbase({ nonce: 2 })],
    ['bad_coinbase', [], coinbase({ fee: 1n })],
    ['bad_coinbase', [], coinbase({ toAddress: ACCOUNTS[1]!.address })],
    ['bad_coinbase', [], coinbase({ fromAddress: ACCOUNTS[1]!.address })],
    ['bad_chain', [{ ...transfer({ from: 1, to: 2, nonce: 1 }), chain: 2 }], {}],
    ['bad_signature', [{ ...transfer({ from: 1, to: 2, nonce: 1 }), value: 7n }], {}],
    ['bad_address', [{ ...transfer({ from: 1, to: 2, nonce: 1 }), toAddress: '1'.repeat(34) }], {}],
    ['zero_value', [transfer({ from: 1, to: 2, nonce: 1, value: 0n })], {}],
    ['bad_nonce', [transfer({ from: 1, to: 2, nonce: 2 })], {}],
    ['bad_nonce', [transfer({ from: 1, to: 2, nonce: 1 }), transfer({ from: 1, to: 2, nonce: 1 })], {}],
    ['insufficient_balance', [transfer({ from: 1, to: 2, nonce: 1, value: 100_000_000_000_001n })], {}],
    [
      'insufficient_balance',
      [transfer({ from: 1, to: 2, nonce: 1, value: MAX_U64, fee: 4_294_967_295n })],
      {},
    ],
  ];

  it.each(cases)('%s is rejected and changes nothing', async (code, transfers, options) => {
    const before = await dumpIndex(test.chain);
    const error: unknown = await test.chain
      .appendBlock(buildTestBlock(test.chain, transfers, options))
      .catch((e) => e);
    expect(error).toBeInstanceOf(ConsensusError);
    expect((error as ConsensusError).code).toBe(code);
    expect(await dumpIndex(test.chain)).toEqual(before);
    await mineTestBlock(test.chain);
  });

  it('without enough work is rejected', async () => {
    const raw = buildTestBlock(test.chain);
    const view = new DataView(raw.buffer);
    const attempt = async (nonce: number): Promise<string> => {
      view.setUint32(114, nonce);
      return test.chain.appendBlock(raw).then(
        () => 'accepted',
        (error: ConsensusError) => error.code,
      );
    };
    let outcome = '';
    for (let nonce = 0; outcome !== 'insufficient_work'; nonce += 1) {
      outcome = await attempt(nonce);
      if (outcome === 'accepted') await stepBack(test.chain);
    }
    expect(test.chain.tip().height).toBe(0);
  });

  it.each([0, 117, 118, 330, 332])('of %i bytes is malformed', async (size) => {
    await expect(test.chain.appendBlock(new Uint8Array(size))).rejects.toMatchObject({
      code: 'invalid_block',
    });
  });
});

it('after steps back and forward, equals a twin that never stepped back', async () => {
  const twin = await openTestChain();
  const blocks: Uint8Array[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const raw = buildTestBlock(
      test.chain,
      [transfer({ from: 1, to: 2, nonce: round }), transfer({ from: 3, to: 3, nonce: round })],
      { miner: round },
    );
    await test.chain.appendBlock(raw);
    blocks.push(raw);
  }
  for (const _ of [1, 2, 3]) await stepBack(test.chain);
  for (const raw of blocks.slice(0, 2)) await twin.chain.appendBlock(raw);
  expect(await dumpIndex(test.chain)).toEqual(await dumpIndex(twin.chain));
  for (const raw of blocks.slice(2))
    await Promise.all([test.chain.appendBlock(raw), twin.chain.appendBlock(raw)]);
  expect(await dumpIndex(test.chain)).toEqual(await dumpIndex(twin.chain));
  while (test.chain.tip().height > 0) await stepBack(test.chain);
  await expect(stepBack(test.chain)).rejects.toMatchObject({ code: 'genesis_cannot_step_back' });
  await twin.remove();
});
