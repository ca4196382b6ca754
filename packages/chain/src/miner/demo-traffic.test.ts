import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { TestMempool } from '../mempool/test-support.ts';
import { ACCOUNTS, mineTestBlock, runtime } from '../test-support.ts';
import { startDemoTraffic } from './demo-traffic.ts';

let test: TestMempool;
beforeEach(async () => void (test = await TestMempool.create()));
afterEach(() => test[Symbol.asyncDispose]());

const start = (perBlock: number) => {
  const logger = pino({ level: 'info' }, { write: (line) => void test.lines.push(line) });
  const { chain, mempool } = test;
  return startDemoTraffic({ chain, mempool, perBlock, isOnDemand: () => false, runtime, logger });
};
const raws = (): Uint8Array[] => test.mempool.inBlockOrder().map(({ raw }) => raw);
const untilPending = async (count: number): Promise<void> => {
  await expect.poll(() => test.mempool.size()).toBe(count);
};

describe('demo traffic', () => {
  it('keeps the given number pending among accounts 5–9, also after each block, and says so in the log', async () => {
    const stop = start(40);
    await untilPending(40);
    await test.mine(...raws());
    await untilPending(40);
    await stop();
    const transfers = test.mempool.inBlockOrder().map(({ transaction }) => transaction);
    const demo = ACCOUNTS.slice(5).map(({ address }) => address);
    for (const { fromAddress, toAddress, value, fee } of transfers) {
      expect(demo).toEqual(expect.arrayContaining([fromAddress, toAddress]));
      expect(value >= 1_000_000n && value < 10_000_000_000n && fee >= 100n && fee < 20_000n).toBe(true);
    }
    expect(new Set(transfers.map(({ value }) => value)).size).toBeGreaterThan(20);
    expect(test.lines.join('')).toContain('development accounts 5–9, whose keys are public');
  });

  it('never fills a sender beyond its limit', async () => {
    const stop = start(320);
    await expect.poll(() => test.mempool.size()).toBeGreaterThan(200);
    await stop();
    for (const sender of ACCOUNTS.slice(5)) expect(test.nonces(sender).length).toBeLessThanOrEqual(64);
  });

  it('continues after the mempool was unavailable', async () => {
    await test.mempool.close();
    const stop = start(3);
    await mineTestBlock(test.chain);
    await stop();
    expect(test.lines.join('')).toContain('Demo traffic: the mempool is closed');
  });
});
