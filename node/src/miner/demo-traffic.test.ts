import { decodeTransaction } from '@cairn/protocol';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineTestBlock, openTestChain, type TestChain } from '../chain/test-support.ts';
import { Mempool } from '../mempool/mempool.ts';
import { ACCOUNTS } from '../mempool/test-support.ts';
import { startDemoTraffic } from './demo-traffic.ts';

const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
let test: TestChain;
let mempool: Mempool;

beforeEach(async () => {
  lines.length = 0;
  test = await openTestChain();
  mempool = await Mempool.open({
    chain: test.chain,
    directory: test.dataDirectory.mempool,
    clock: Date.now,
    logger,
  });
});

afterEach(async () => {
  await mempool.close();
  await test.remove();
});

const start = (perBlock: number, isOnDemand = () => false) =>
  startDemoTraffic({ chain: test.chain, mempool, perBlock, isOnDemand, logger });

async function untilPending(count: number): Promise<void> {
  while (mempool.size() < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('demo traffic', () => {
  it('keeps the given number of transfers pending, also after each block', async () => {
    const stop = start(12);
    await untilPending(12);
    const first = mempool.inBlockOrder();
    await mineTestBlock(
      test.chain,
      first.map(({ raw }) => decodeTransaction(raw)),
    );
    const mined = new Set(first.map(({ id }) => id));
    const renewed = () => mempool.inBlockOrder().filter(({ id }) => !mined.has(id));
    await expect.poll(() => renewed().length).toBe(12);
    await stop();
    expect(mempool.size()).toBe(12);
  });

  it('moves coins among accounts 5–9 alone, and says so in the log', async () => {
    const stop = start(40);
    await untilPending(40);
    await stop();
    const demo = ACCOUNTS.slice(5).map(({ address }) => address);
    const transfers = mempool.inBlockOrder().map(({ transaction }) => transaction);
    for (const { fromAddress, toAddress, value, fee } of transfers) {
      expect(demo).toContain(fromAddress);
      expect(demo).toContain(toAddress);
      expect(value >= 1_000_000n && value < 10_000_000_000n && fee >= 100n && fee < 20_000n).toBe(true);
    }
    expect(new Set(transfers.map(({ value }) => value)).size).toBeGreaterThan(20);
    expect(lines.join('')).toContain('development accounts 5–9, whose keys are public');
  });

  it('never fills a sender beyond its limit', async () => {
    const stop = start(320);
    await untilPending(200);
    await stop();
    for (const { address } of ACCOUNTS.slice(5)) {
      expect(mempool.pendingOutgoing(address).length).toBeLessThanOrEqual(64);
    }
  });

  it('pauses between batches once blocks are mined on demand', async () => {
    let isOnDemand = false;
    const stop = start(3, () => isOnDemand);
    await untilPending(3);
    isOnDemand = true;
    const waiting = mempool.inBlockOrder().map(({ raw }) => decodeTransaction(raw));
    await mineTestBlock(test.chain, waiting);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(mempool.size()).toBe(0);
    await stop();
  });

  it('continues after the mempool was unavailable', async () => {
    await mempool.close();
    const stop = start(3);
    await mineTestBlock(test.chain);
    await stop();
    expect(lines.join('')).toContain('Demo traffic: the mempool is closed');
  });

  it('queues at most one batch, however many blocks come, and stops after the submission in progress', async () => {
    let submissions = 0;
    const slow = {
      pendingOutgoing: () => [],
      submit: async () => {
        submissions += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { status: 'rejected', reason: 'mempool_full' } as const;
      },
    };
    const options = { chain: test.chain, perBlock: 40, isOnDemand: () => false, logger };
    const stop = startDemoTraffic({ ...options, mempool: slow });
    for (let block = 0; block < 20; block += 1) {
      await mineTestBlock(test.chain);
      await new Promise((resolve) => setTimeout(resolve, 1)); // its batch is due
    }
    expect(submissions).toBeGreaterThan(0);
    const before = submissions;
    await stop();
    expect(submissions - before).toBeLessThanOrEqual(1);
    await mineTestBlock(test.chain);
    expect(submissions - before).toBeLessThanOrEqual(1);
  });
});
