import { DEVNET_LIMITS } from '@cairn/api/devnet';
import { blockId, encodeTransaction, transactionId } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  dumpIndex,
  openTestChain,
  runtime,
  transfer,
} from '@cairn/chain/test-support';
import { openAccounts, PUBLIC_ACCOUNTS } from '@cairn/chain/memory';
import { openTestControl } from './test-support.ts';

const raw = (options: Parameters<typeof transfer>[0]): Uint8Array => encodeTransaction(transfer(options));

describe('mine', () => {
  it('mines pending transactions, or empty blocks, and answers when the index has them', async () => {
    const { control, mempool, context, chain } = await openTestControl();
    await mempool.submit(raw({ from: 1, to: 2, nonce: 1 }));
    const empty = await control.mine({ transactions: false });
    expect([empty.blocks[0]!.transaction_count, empty.state.pending_count]).toEqual([1, 1]);
    const { blocks, state } = await control.mine({ blocks: 2, to: ACCOUNTS[4]!.address });
    expect(blocks.map(({ height, transaction_count: count }) => [height, count])).toEqual([
      [2, 2],
      [3, 1],
    ]);
    expect(state).toMatchObject({ height: 3, tip_id: chain.tip().id, pending_count: 0 });
    expect(chain.view.block(2)!.header.miner).toBe(ACCOUNTS[4]!.address);
    expect(context.indexStatus()).toMatchObject({ state: 'ready', indexedHeight: 3 });
  });

  it('ends when the node stops, and the blocks mined until then stay', async () => {
    const { control, chain } = await openTestControl();
    const mining = control.mine({ blocks: 10_000 });
    await expect.poll(() => chain.tip().height).toBeGreaterThan(0);
    control.abortWaits();
    await expect(mining).rejects.toMatchObject({ code: 'node_stopping', status: 503 });
    expect(chain.tip().height).toBeLessThan(10_000);
  });

  it('goes on in the background after a call', async () => {
    const { control, mempool, chain } = await openTestControl();
    await control.mining({ mode: 'on_demand' });
    await control.mine({});
    await mempool.submit(raw({ from: 1, to: 2, nonce: 1 }));
    await expect.poll(() => chain.tip().height).toBe(2);
  });

  it('spaces timestamps, advances the clock, and continues after more than two hours of blocks', async () => {
    const { control, chain, clock } = await openTestControl();
    await control.mine({});
    const first = chain.view.block(1)!.header.timestamp;
    const { blocks } = await control.mine({ blocks: 3, interval_seconds: 7_300 });
    expect(blocks.map(({ timestamp }) => timestamp - first)).toEqual([7_300, 14_600, 21_900]);
    expect(clock.seconds()).toBeGreaterThanOrEqual(first + 21_900);
    expect((await control.mine({})).blocks[0]!.timestamp).toBeGreaterThanOrEqual(first + 21_900);
  });
});

it('what cannot be done changes nothing', async () => {
  const { control, chain, clock } = await openTestControl();
  await control.mine({ blocks: 2 });
  const before = [chain.tip(), clock.state.offsetMs];
  const far = { blocks: 10_000, interval_seconds: DEVNET_LIMITS.intervalSeconds };
  const fund = (amount: string) => control.fund({ address: ACCOUNTS[2]!.address, amount });
  for (const [call, code] of [
    [() => control.mine(far), 'invalid_time'],
    [() => control.reorganize({ depth: 3 }), 'invalid_depth'],
    [() => control.reorganize({ depth: 2, blocks: 2 }), 'invalid_depth'],
    [() => control.time({ advance_seconds: -3_600 }), 'invalid_time'],
    [() => control.time({ next_timestamp: 1 }), 'invalid_time'],
    [() => fund('18446744073709551615'), 'transaction_rejected'],
    [() => fund('99999999999999999999'), 'transaction_rejected'],
  ] as const)
    await expect(call()).rejects.toMatchObject({ code, status: 422 });
  expect(() => control.mine({ to: 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ4' })).toThrow(
    expect.objectContaining({ code: 'invalid_address' }),
  );
  expect([chain.tip(), clock.state.offsetMs]).toEqual(before);
});

describe('revert', () => {
  it('restores chain, index, mempool, clock and mining mode', async () => {
    const { control, chain, mempool, context } = await openTestControl();
    await control.mine({ blocks: 2 });
    const early = raw({ from: 1, to: 2, nonce: 1 });
    await mempool.submit(early);
    const [before, entries] = [control.state(), await dumpIndex(chain)];
    const { id } = await control.snapshot();
    const later = raw({ from: 3, to: 4, nonce: 1 });
    await mempool.submit(later);
    await control.mine({ blocks: 12 });
    await control.mining({ mode: 'on_demand' });
    await control.time({ advance_seconds: 80 * 3_600 }); // longer than a transaction stays pending
    await mempool.submit(raw({ from: 5, to: 6, nonce: 1 }));
    const { reorganization, state } = await control.revert({ id });
    expect(reorganization).toMatchObject({ common_height: 2, disconnected: 12, connected: 0 });
    const ofTheMoment = { clock: expect.anything(), snapshots: expect.anything() };
    expect({ ...state, ...ofTheMoment }).toEqual({ ...before, ...ofTheMoment });
    expect(state.clock.offset_seconds).toBe(0);
    expect(await dumpIndex(chain)).toEqual(entries);
    expect(mempool.get(transactionId(early))).toBeDefined();
    expect(mempool.get(transactionId(later))).toBeUndefined();
    expect(context.indexStatus()).toMatchObject({ state: 'ready', indexedHeight: 2 });
    expect(await context.index()!.totals()).toMatchObject({ height: 2, transactions: 12 });
  });

  it('returns to a snapshot whose blocks were reorganized away, and forgets later snapshots', async () => {
    const { control, chain } = await openTestControl();
    await control.mine({ blocks: 2 });
    const low = await control.snapshot();
    await control.mine({ blocks: 3 });
    const high = await control.snapshot();
    const ids = [3, 4, 5].map((height) => chain.view.block(height)!.id);
    await control.reorganize({ depth: 4 });
    expect(chain.view.heightOfBlock(high.tip_id)).toBeUndefined();
    const { reorganization } = await control.revert({ id: high.id });
    expect(reorganization).toMatchObject({ common_height: 1, disconnected: 5, connected: 4 });
    expect([3, 4, 5].map((height) => chain.view.block(height)!.id)).toEqual(ids);
    await control.revert({ id: low.id });
    await control.revert({ id: low.id });
    expect(control.state().snapshots).toEqual([low]);
    await expect(control.revert({ id: high.id })).rejects.toMatchObject({ code: 'snapshot_not_found' });
  });

  it('goes on while a block of a peer arrives, which is a side block', async () => {
    const { control, chain } = await openTestControl();
    await control.mine({ blocks: 3 });
    const { id, tip_id: tip } = await control.snapshot();
    await control.reorganize({ depth: 2 });
    const peers = buildTestBlock(chain, [], { miner: 3 });
    const [{ state }] = await Promise.all([control.revert({ id }), chain.offerBlock(peers)]);
    expect(state).toMatchObject({ height: 3, tip_id: tip, snapshots: [{ id }] });
  });
});

it('a call does not wait for blocks of other branches, of which there are always forty more', async () => {
  const { control, chain } = await openTestControl();
  await control.mine({ blocks: 2 });
  await using other = await openTestChain();
  const mined = new AbortController();
  const call = control.mine({}).then(() => mined.abort());
  const offers: Promise<unknown>[] = [];
  while (!mined.signal.aborted && offers.length < 2_000) {
    const side = buildTestBlock(other.chain, [], { timestamp: 1_767_300_000 + offers.length });
    offers.push(chain.offerBlock(side));
    await Promise.all([offers.at(-40), runtime.turn()]);
  }
  expect(mined.signal.aborted).toBe(true);
  await Promise.all([call, ...offers]);
});

describe('reorganize', () => {
  it.each([
    ['all', 2, 0],
    ['none', 1, 1],
  ] as const)('with keep %s', async (keep, transactionCount, pending) => {
    const { control, chain, mempool, context } = await openTestControl();
    await control.mine({ blocks: 2 });
    await mempool.submit(raw({ from: 1, to: 2, nonce: 1 }));
    await control.mine({});
    expect(control.changes()).toBeUndefined();
    const old = [2, 3].map((height) => chain.view.block(height)!.id);
    const { reorganization, state } = await control.reorganize({ depth: 2, keep });
    expect(reorganization).toEqual({
      old_tip: { height: 3, id: old[1] },
      new_tip: { height: 4, id: chain.tip().id },
      common_height: 1,
      disconnected: 2,
      connected: 3,
    });
    expect([2, 3].map((height) => chain.view.block(height)!.id)).not.toEqual(old);
    expect(old.map((id) => chain.view.heightOfBlock(id))).toEqual([undefined, undefined]);
    expect(chain.view.block(3)!.transactionCount).toBe(transactionCount);
    expect(state.pending_count).toBe(pending);
    expect(context.indexStatus()).toMatchObject({ state: 'ready', indexedHeight: 4 });
    expect(control.changes()).toEqual({ clockOffsetSeconds: 0, rewinds: 1 });
    expect(chain.staleBlocks(10).map(({ id }) => id)).toEqual(old.toReversed());
  });

  it('can be repeated, and mining continues: no disconnected block comes back', async () => {
    const { control, chain } = await openTestControl();
    await control.mine({ blocks: 4 });
    const { id } = await control.snapshot();
    const lowest = chain.view.block(4)!.id;
    for (const depth of [1, 3, 2, 5, 1]) await control.reorganize({ depth });
    await control.mine({ blocks: 2 });
    expect(chain.tip().height).toBe(11);
    expect(chain.tree.ends()[0]!.block.id).toBe(chain.tip().id);
    expect(chain.staleBlocks(100).length).toBeGreaterThan(0);
    await control.revert({ id });
    expect(chain.tip()).toEqual({ height: 4, id: lowest });
    const { blocks } = await control.mine({});
    expect(chain.tip()).toEqual({ height: 5, id: blocks[0]!.id });
  });

  it('goes beside a side branch with two ends that has more work than the common block', async () => {
    const { control, chain } = await openTestControl();
    await control.mine({ blocks: 4 });
    await using other = await openTestChain();
    const fork = buildTestBlock(other.chain, [], { miner: 3 });
    await other.chain.appendBlock(fork);
    const ends = [4, 5].map((miner) => buildTestBlock(other.chain, [], { miner }));
    for (const raw of [fork, ...ends]) expect((await chain.offerBlock(raw)).outcome).toBe('side');
    expect((await control.reorganize({ depth: 4 })).state.height).toBe(5);
    expect(chain.tree.ends().map(({ block }) => block.id)).toContain(blockId(ends[0]!));
    expect((await control.reorganize({ depth: 2 })).state.height).toBe(6);
  });
});

describe('time', () => {
  it('gives the next block exactly the timestamp, and the clock continues from it', async () => {
    const { control, clock } = await openTestControl();
    const next = clock.seconds() + 5_000_000;
    expect((await control.time({ next_timestamp: next })).state.clock).toMatchObject({
      next_timestamp: next,
    });
    expect((await control.mine({})).blocks[0]!.timestamp).toBe(next);
    expect(control.state().clock).toMatchObject({ next_timestamp: null });
    expect(clock.seconds()).toBeGreaterThanOrEqual(next);
    expect(clock.seconds()).toBeLessThan(next + 100);
    // It moves back as far as the median rule allows.
    await control.mine({ blocks: 12 });
    await control.time({ advance_seconds: 1_000 });
    await control.time({ advance_seconds: -900 });
    await expect(control.time({ advance_seconds: -900 })).rejects.toMatchObject({ code: 'invalid_time' });
    // Blocks that are mined at once get ahead of it: it still moves forward.
    await control.mine({ blocks: 40 });
    const before = clock.seconds();
    await control.time({ advance_seconds: 1 });
    expect(clock.seconds()).toBeGreaterThan(before);
  });
});

it('what keeps or restores pending transactions is refused while there is no mempool', async () => {
  const { control, mempool, chain } = await openTestControl();
  await control.mine({ blocks: 2 });
  const { id } = await control.snapshot();
  await mempool.close();
  for (const call of [
    () => control.snapshot(),
    () => control.revert({ id }),
    () => control.reorganize({ depth: 1 }),
    () => control.dump(),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'mempool_unavailable', status: 503 });
  expect((await control.mine({})).state).toMatchObject({ height: 3, pending_count: 0 });
  expect(chain.tip().height).toBe(3);
});

it('accounts get their balance in one block, or nothing if the chain has too few coins', async () => {
  const { control, chain } = await openTestControl();
  const accounts = { ...PUBLIC_ACCOUNTS, count: 12 };
  // Eleven of them, as the miner's account keeps the rest; each transfer has a fee of one pebble.
  const tooMuch = (10n * 100_000_000_000_000n) / 11n;
  await expect(control.pay({ ...accounts, balance: `${tooMuch}` })).rejects.toThrow(RangeError);
  expect(chain.tip().height).toBe(0);
  await control.pay({ ...accounts, balance: `${tooMuch - 1n}` });
  expect(chain.tip().height).toBe(1);
  const opened = await openAccounts(DEVNET, accounts);
  const balances = opened.map(({ address }) => chain.view.account(address)!.balance);
  expect(balances.filter((balance) => balance === tooMuch - 1n)).toHaveLength(11);
});

it('drop removes a pending transaction and the later ones of its sender', async () => {
  const { control, mempool } = await openTestControl();
  const sent = [1, 2, 3].map((nonce) => raw({ from: 1, to: 2, nonce }));
  for (const transaction of [...sent, raw({ from: 3, to: 2, nonce: 1 })]) await mempool.submit(transaction);
  const ids = sent.map((transaction) => transactionId(transaction));
  const { transaction_ids: dropped, state } = await control.drop({ transaction_id: ids[1]! });
  expect([dropped, state.pending_count]).toEqual([ids.slice(1), 2]);
  await expect(control.drop({ transaction_id: ids[1]! })).rejects.toMatchObject({ code: 'not_pending' });
  expect((await mempool.submit(sent[1]!)).status).toBe('accepted');
});

it('fund pays at once, from the richest account, and leaves pending transactions alone', async () => {
  const { control, chain, mempool } = await openTestControl();
  await control.mine({ to: ACCOUNTS[7]!.address });
  await mempool.submit(raw({ from: 1, to: 2, nonce: 1 }));
  const { address } = ACCOUNTS[2]!;
  const before = chain.view.account(address)!.balance;
  const { block, state, ...paid } = await control.fund({ address, amount: '1250000000' });
  expect(chain.view.account(address)!.balance - before).toBe(1_250_000_000n);
  expect(chain.view.locateTransaction(paid.transaction_id)).toEqual({ height: block.height, index: 1 });
  expect(paid.from_address).toBe(ACCOUNTS[7]!.address);
  expect(state.pending_count).toBe(1);
});

it('a load that fails leaves a new chain, which another one begins', async () => {
  const { control, mempool, chain } = await openTestControl();
  await control.mine({ blocks: 3, interval_seconds: 90 });
  await mempool.submit(raw({ from: 1, to: 2, nonce: 1 }));
  const dump = await control.dump();
  const other = await openTestControl();
  const before = other.clock.state;
  for (const wrong of [{ blocks: [...dump.blocks, '00'] }, { pending: [...dump.pending, '00'.repeat(213)] }])
    await expect(other.control.load({ ...dump, ...wrong })).rejects.toMatchObject({ code: 'invalid' });
  expect([other.chain.tip().height, other.mempool.size(), other.clock.state]).toEqual([0, 0, before]);
  const { state } = await other.control.load(dump);
  expect(state).toMatchObject({ tip_id: chain.tip().id, pending_count: 1, index: { indexed_height: 3 } });
  await expect(other.control.load(dump)).rejects.toMatchObject({ code: 'not_new' });
});
