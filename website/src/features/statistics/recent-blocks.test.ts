import { type BlockSummary, createExplorerClient } from '@cairn/api/explorer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApi, startFixtureApi } from '../../../test/fixture-api.ts';
import { expectedHashes, hashRate, meanFee, meanInterval, transactionRate } from '../../site/figures.ts';
import { loadRecentBlocks, withNewBlock } from './recent-blocks.ts';

let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());

const load = (tip: number, count: number) =>
  loadRecentBlocks(createExplorerClient({ baseUrl: api.url }), { tip, count });
const heights = (blocks: readonly BlockSummary[]) => blocks.map(({ height }) => height);

describe('the newest blocks', () => {
  it('are oldest first, across pages', async () => {
    expect(heights(await load(12, 12))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(heights(await load(12, 4))).toEqual([9, 10, 11, 12]);
  });

  it('are fewer on a short chain', async () => {
    expect(heights(await load(2, 240))).toEqual([0, 1, 2]);
    expect(await load(-1, 60)).toEqual([]);
  });

  it('accept a new block that follows, and reject one that does not', async () => {
    const blocks = await load(11, 5);
    const next = (await load(12, 1))[0]!;
    expect(heights(withNewBlock(blocks, next, 5) ?? [])).toEqual([8, 9, 10, 11, 12]);
    expect(withNewBlock(blocks, blocks.at(-1)!, 5)).toEqual(blocks);
    expect(withNewBlock(blocks.slice(0, 3), next, 5)).toBeUndefined();
    expect(withNewBlock([], next, 5)).toBeUndefined();
  });
});

describe('hash rate, interval, transaction rate and fee', () => {
  const block = (timestamp: number, transaction_count: number, bits = '207fffff') =>
    ({ timestamp, transaction_count, bits }) as BlockSummary;

  it('are computed from targets and times', () => {
    // Every second hash meets the easiest target.
    expect(expectedHashes('207fffff')).toBe(2n);
    expect(expectedHashes('1d00ffff')).toBe(4_295_032_833n);
    expect(expectedHashes('ffffffff')).toBeUndefined();
    const blocks = [block(100, 9), block(110, 1), block(140, 21)];
    expect(hashRate(blocks)).toBeCloseTo(4 / 40);
    expect(meanInterval(blocks)).toBe(20);
    expect(transactionRate(blocks)).toBeCloseTo(20 / 40);
  });

  it('do not count the transfers of the genesis block, which pay no fee', () => {
    const genesis = { height: 0, transaction_count: 10, total_fees: '0' } as BlockSummary;
    const next = { height: 1, transaction_count: 3, total_fees: '41' } as BlockSummary;
    expect(meanFee([genesis])).toBeUndefined();
    expect(meanFee([genesis, next])).toBe(20n);
  });

  it('are undefined for one block, and without time between blocks', () => {
    expect(hashRate([block(100, 1)])).toBeUndefined();
    expect(hashRate([block(100, 1), { ...block(110, 2), bits: 'ffffffff' }])).toBeUndefined();
    expect(meanInterval([])).toBeUndefined();
    expect(transactionRate([block(100, 1), block(100, 4)])).toBeUndefined();
  });
});
