import { decodeTransaction, transactionId } from '@cairn/protocol';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chain } from '../chain/chain.ts';
import { buildTestBlock, mineTestBlock, openTestChain, type TestChain } from '../chain/test-support.ts';
import { openMempool } from './mempool.ts';
import type { OpenMempool } from './mempool-types.ts';
import { ACCOUNTS, numberedAccount, signedTransfer } from './test-support.ts';

const SENDERS = 150;
/** Maximum number of account lookups in one turn of the event loop: a turn ends after 10 ms, a lookup takes 1 ms. */
const MAX_LOOKUPS_PER_TURN = 11;
const senders = Array.from({ length: SENDERS }, (_, index) => numberedAccount(index + 1));
const [, alice] = ACCOUNTS;
const funding = senders.map(({ address }, index) =>
  signedTransfer(alice!, { nonce: index + 1, value: 1_000_000n, toAddress: address }),
);
/** Two transfers of each sender: one that is mined, and one that stays pending. */
const [mined, waiting] = [1, 2].map((nonce) =>
  senders.map((sender) => signedTransfer(sender, { nonce, fee: 1_000n })),
) as [Uint8Array[], Uint8Array[]];

let test: TestChain;
let mempool: OpenMempool;
/** Milliseconds of the process's clock, which advances at each account lookup. */
let elapsed: number;
let now: number;
/** Account lookups in each turn of the event loop. */
let turns: number[];
let isCounting: boolean;

const open = (): Promise<OpenMempool> =>
  openMempool({
    chain: slow(test.chain),
    directory: test.dataDirectory.mempool,
    clock: () => now,
    logger: pino({ level: 'silent' }),
    verifySignature: () => true,
  });

/** A chain whose account lookups take a millisecond. */
function slow(chain: Chain): Chain {
  return new Proxy(chain, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'account') return value.bind(target) as unknown;
      return (address: string) => {
        elapsed += 1;
        turns[turns.length - 1]! += 1;
        return target.account(address);
      };
    },
  });
}

/** Runs work and waits until all its turns of the event loop are over. @returns the account lookups of each turn */
async function turnsOf(work: () => Promise<unknown>): Promise<number[]> {
  turns = [0];
  isCounting = true;
  const turn = (): void => {
    // While the disk is busy, thousands of turns pass without a lookup: only turns with lookups are kept.
    if (turns.at(-1) !== 0) turns.push(0);
    if (isCounting) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await mempool.maintain();
  isCounting = false;
  return turns;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
const noncesOf = (address: string): number[] =>
  mempool.pendingOutgoing(address).map(({ transaction }) => transaction.nonce);

beforeEach(async () => {
  [elapsed, now, turns, isCounting] = [0, Date.now(), [0], false];
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  test = await openTestChain();
  await mineTestBlock(test.chain, funding.map(decodeTransaction));
  await mineTestBlock(test.chain, mined.map(decodeTransaction));
  mempool = await open();
  for (const raw of waiting) await mempool.submit(raw);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await mempool.close();
  await test.remove();
});

/** A branch of two blocks that replaces the newest block. */
async function rivals(): Promise<[Uint8Array, Uint8Array]> {
  const other = await openTestChain();
  await mineTestBlock(other.chain, funding.map(decodeTransaction));
  const first = buildTestBlock(other.chain, [], { miner: 3 });
  await other.chain.appendBlock(first);
  const second = buildTestBlock(other.chain, [], { miner: 3 });
  await other.remove();
  return [first, second];
}

describe('a full mempool blocks the event loop for 10 ms at most', () => {
  it('when a block is stepped back', async () => {
    const counts = await turnsOf(() => test.chain.stepBack());
    expect(sum(counts)).toBeGreaterThanOrEqual(SENDERS);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_LOOKUPS_PER_TURN);
    expect(mempool.size()).toBe(2 * SENDERS);
  });

  it('when the chain switches to another branch', async () => {
    const [first, second] = await rivals();
    await test.chain.offerBlock(first);
    const counts = await turnsOf(() => test.chain.offerBlock(second));
    expect(test.chain.tip()!.height).toBe(3);
    expect(sum(counts)).toBeGreaterThanOrEqual(SENDERS);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_LOOKUPS_PER_TURN);
    expect(mempool.size()).toBe(2 * SENDERS);
  });

  it('when it is opened', async () => {
    await mempool.close();
    const counts = await turnsOf(async () => (mempool = await open()));
    expect(sum(counts)).toBeGreaterThanOrEqual(SENDERS);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_LOOKUPS_PER_TURN);
    expect(mempool.size()).toBe(SENDERS);
  });

  it('when all of it expires', async () => {
    now += 72 * 3_600_000;
    const counts = await turnsOf(() => mempool.maintain());
    expect(sum(counts)).toBeGreaterThanOrEqual(SENDERS);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_LOOKUPS_PER_TURN);
    expect(mempool.size()).toBe(0);
  });
});

describe('a transfer of a disconnected block, before the pool has processed its sender', () => {
  it('is found by ID and sender, before the next one', async () => {
    const { address } = senders.at(-1)!;
    const [raw, next] = [mined.at(-1)!, signedTransfer(senders.at(-1)!, { nonce: 3 })];
    const seen: unknown[] = [];
    const submissions: Promise<unknown>[] = [];
    const stop = test.chain.subscribe(() => {
      seen.push(mempool.size() < 2 * SENDERS, mempool.get(transactionId(raw))?.raw, noncesOf(address));
      seen.push(mempool.get(transactionId(mined.at(-2)!))?.raw);
      submissions.push(mempool.submit(mined.at(-3)!), mempool.submit(next));
    });
    await test.chain.stepBack();
    stop();
    expect(seen).toEqual([true, raw, [1, 2], mined.at(-2)]);
    expect(await Promise.all(submissions)).toMatchObject([
      { status: 'accepted', alreadyPending: true },
      { status: 'accepted', alreadyPending: false },
    ]);
    await mempool.maintain();
    expect([mempool.size(), noncesOf(address)]).toEqual([2 * SENDERS + 1, [1, 2, 3]]);
    await mempool.close();
    mempool = await open();
    expect([mempool.size(), noncesOf(address)]).toEqual([2 * SENDERS + 1, [1, 2, 3]]);
  });

  it('is kept if the mempool is closed meanwhile', async () => {
    let closing: Promise<void> | undefined;
    let before = -1;
    const stop = test.chain.subscribe(() => {
      before = mempool.size();
      closing = mempool.close();
    });
    await test.chain.stepBack();
    stop();
    await closing;
    expect(before).toBeLessThan(2 * SENDERS);
    mempool = await open();
    expect(mempool.size()).toBe(2 * SENDERS);
  });

  it('delays submissions while the chain is between two branches', async () => {
    const [first, second] = await rivals();
    await test.chain.offerBlock(first);
    const submissions: Promise<unknown>[] = [];
    const stop = test.chain.subscribe(({ type }) => {
      if (type === 'disconnected')
        submissions.push(mempool.submit(signedTransfer(senders[0]!, { nonce: 3 })));
    });
    await test.chain.offerBlock(second);
    stop();
    expect(await Promise.all(submissions)).toMatchObject([{ status: 'accepted', alreadyPending: false }]);
    expect(noncesOf(senders[0]!.address)).toEqual([1, 2, 3]);
  });
});
