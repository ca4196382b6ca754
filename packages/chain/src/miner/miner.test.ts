import { once } from 'node:events';
import { blockId, COINBASE_SENDER, decodeBlockHeader, subsidyAt } from '@cairn/protocol';
import { withChanges } from '@cairn/http/test-support';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chain } from '../chain/chain.ts';
import { ACCOUNTS, buildTestBlock, findNonce, runtime } from '../test-support.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { signedTransfer, TestMempool } from '../mempool/test-support.ts';
import { Miner, MiningLoop, type MinerOptions, type MiningPace, type ProofSearch } from './miner.ts';

const logger = pino({ level: 'silent' });
const to = ACCOUNTS[9]!.address;
const [alice, bob] = [ACCOUNTS[0]!, ACCOUNTS[1]!];
const never = new AbortController().signal;
let now: number;
let test: TestMempool;
let chain: Chain;
let mempool: Mempool;
/** Searches where the caller is. */
const proofs: ProofSearch = { find: async (header) => findNonce(header) };

const clock = (): number => now;
const newMiner = (options: Partial<MinerOptions> = {}): Miner =>
  new Miner({ chain, mempool, proofs, clock, runtime, logger, ...options });
/** A block that somebody else mined. */
const rivalBlock = (): Uint8Array => buildTestBlock(chain, [], { timestamp: now / 1_000 + 1 });

beforeEach(async () => {
  now = Date.UTC(2026, 5, 1);
  test = await TestMempool.create();
  ({ chain, mempool } = test);
});
afterEach(() => test[Symbol.asyncDispose]());

/** Nonces and senders of a block's transfers in block order. */
async function transfersOf(height: number): Promise<[string, number][]> {
  const transactions = chain.view.transactions(height, { offset: 1, limit: 100 })!;
  return transactions.map(({ transaction: { fromAddress, nonce } }) => [fromAddress, nonce]);
}

describe('mineBlock', () => {
  it('mines pending transactions by fee and nonce, and the chain accepts the block', async () => {
    const aliceNonce = chain.view.account(alice.address)!.nonce;
    await mempool.submit(signedTransfer(alice, { nonce: aliceNonce + 1, fee: 10n }));
    await mempool.submit(signedTransfer(alice, { nonce: aliceNonce + 2, fee: 900n }));
    await mempool.submit(signedTransfer(bob, { fee: 50n }));
    const block = await newMiner().mineBlock(to, never);
    expect(block).toMatchObject({ height: 1, transactionCount: 4, totalFees: 960n });
    expect(block?.reward).toBe(subsidyAt(1) + 960n);
    expect(await transfersOf(1)).toEqual([
      [bob.address, 1],
      [alice.address, aliceNonce + 1],
      [alice.address, aliceNonce + 2],
    ]);
    const [coinbase] = chain.view.transactions(1, { offset: 0, limit: 1 })!;
    expect(coinbase?.transaction).toMatchObject({ fromAddress: COINBASE_SENDER, toAddress: to, nonce: 1 });
    expect(mempool.size()).toBe(0);
  });

  it('yields to a block that was being validated when the proof was found, and mines on top of it', async () => {
    const rival = rivalBlock();
    let accepted: Promise<unknown> | undefined;
    const late: ProofSearch = {
      find: async (...search) => {
        const nonce = await proofs.find(...search);
        accepted ??= chain.offerBlock(rival);
        return nonce;
      },
    };
    const block = await newMiner({ proofs: late }).mineBlock(to, never);
    await accepted;
    expect(block).toMatchObject({ height: 2, header: { previousBlockId: blockId(rival) } });
    expect(chain.tip()).toEqual({ height: 2, id: block!.id });
  });

  it('searches on the new tip if it changes while the block is composed', async () => {
    await mempool.submit(signedTransfer(bob));
    const rival = rivalBlock();
    const overtaken = withChanges(chain, {
      composeOnTip: async (compose) => {
        const template = await chain.composeOnTip(compose);
        if (chain.tip().height === 0) await chain.appendBlock(rival);
        return template;
      },
    });
    const parents: string[] = [];
    const watched: ProofSearch = {
      find: (header, ...search) => {
        parents.push(decodeBlockHeader(header).previousBlockId);
        return proofs.find(header, ...search);
      },
    };
    const behind = newMiner({ chain: overtaken, proofs: watched });
    expect(await behind.mineBlock(to, never)).toMatchObject({ height: 2 });
    expect(parents).toEqual([blockId(rival)]);
  });

  it('gives blocks mined within one second increasing timestamps, and stops when they are 7,200 s ahead', async () => {
    const miner = newMiner();
    for (let count = 0; count < 15; count += 1) await miner.mineBlock(to, never);
    const last = chain.view.block(15)!.header.timestamp;
    expect(last).toBeGreaterThan(now / 1_000);
    expect(last).toBeLessThan(now / 1_000 + 15);
    now -= 7_300_000;
    await expect(miner.mineBlock(to, never)).rejects.toMatchObject({ code: 'clock_behind_chain' });
    expect(chain.tip().height).toBe(15);
  });

  it('mines without transfers while the mempool is unavailable', async () => {
    await mempool.submit(signedTransfer(bob));
    await mempool.close();
    expect(await newMiner().mineBlock(to, never)).toMatchObject({ transactionCount: 1 });
  });

  it('mines nothing if it is cancelled, or behind its peers', async () => {
    expect(await newMiner().mineBlock(to, AbortSignal.abort())).toBeUndefined();
    expect(await newMiner({ isBehind: () => true }).mineBlock(to, never)).toBeUndefined();
    expect(chain.tip().height).toBe(0);
  });

  /** Finds nothing on the genesis block. */
  const hopeless: ProofSearch = {
    find: async (header, bits, signal) => {
      if (chain.tip().height > 0) return proofs.find(header, bits, signal);
      await once(signal, 'abort');
      return undefined;
    },
  };

  it.each([
    [false, 2],
    [true, undefined],
  ])('begins anew on a tip from elsewhere, unless the node is behind (%s)', async (behind, height) => {
    const isBehind = (): boolean => behind && chain.tip().height > 0;
    const block = newMiner({ proofs: hopeless, isBehind }).mineBlock(to, never);
    await chain.appendBlock(rivalBlock());
    expect((await block)?.height).toBe(height);
  });
});

describe('the mining loop', () => {
  const start = (pace: MiningPace | undefined, more: Partial<MinerOptions> = {}): MiningLoop => {
    const loop = new MiningLoop({ chain, mempool, proofs, clock, runtime, logger, ...more }, { to, pace });
    loop.resume();
    return loop;
  };
  const height = (): number => chain.tip().height;
  const quick = { kind: 'interval', milliseconds: 5 } as const;

  it('mines once the node is not behind any more', async () => {
    let asked = 0;
    const loop = start(quick, { isBehind: () => (asked += 1) < 3 });
    await expect.poll(height).toBeGreaterThan(0);
    await loop.close();
  });

  /** What was slept, in milliseconds: whoever sleeps moves the clock. */
  const sleeps: number[] = [];
  const sleep: MinerOptions['runtime']['sleep'] = async (milliseconds) => {
    sleeps.push(milliseconds);
    now += milliseconds;
    await runtime.turn();
  };

  it('mines a block an interval after the one before', async () => {
    const loop = start({ kind: 'interval', milliseconds: 600_000 }, { runtime: { ...runtime, sleep } });
    await expect.poll(height).toBeGreaterThanOrEqual(3);
    await loop.close();
    const [first, , third] = [1, 2, 3].map((at) => chain.view.block(at)!.header.timestamp);
    expect(third! - first!).toBeGreaterThanOrEqual(1_200);
  });

  it('continues after a block that could not be mined, of which it logs one line', async () => {
    now -= 365 * 86_400_000 * 2; // before the genesis block by more than 7,200 s
    const lines: string[] = [];
    sleeps.length = 0;
    const loop = start(quick, {
      logger: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
      runtime: { ...runtime, sleep },
    });
    await expect
      .poll(() => sleeps.filter((milliseconds) => milliseconds === 5_000).length)
      .toBeGreaterThan(3);
    expect([lines, height()]).toEqual([[expect.stringContaining('No block can be mined')], 0]);
    await loop.close();
  });

  it('can be paused and resumed with other settings, until it is closed', async () => {
    const loop = start(undefined);
    loop.settings = { to: bob.address, pace: quick };
    loop.resume();
    await expect.poll(height).toBeGreaterThanOrEqual(2);
    await loop.pause();
    const paused = height();
    expect(chain.view.block(paused)?.header.miner).toBe(bob.address);
    loop.resume();
    await expect.poll(height).toBeGreaterThan(paused);
    await loop.close();
    const last = height();
    loop.resume();
    await loop.pause();
    expect(height()).toBe(last);
  });
});
