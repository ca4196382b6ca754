import type { BlockSummary, ExplorerStats } from '@cairn/api/explorer';
import { expect, it } from 'vitest';
import { figuresWith } from './figures.ts';

const stats = {
  indexed_height: 10,
  transactions: 100,
  total_rewards: '1000',
  total_fees: '50',
} as ExplorerStats;
const block = (height: number): BlockSummary =>
  ({ height, transaction_count: 3, reward: '57', total_fees: '7' }) as BlockSummary;
const blocks = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) => block(newest - index));

it('adds each block above the height of the statistics once', () => {
  expect(figuresWith(stats, blocks(10, 5))).toEqual({ transactions: 100, supply: 950n });
  expect(figuresWith(stats, blocks(12, 5))).toEqual({ transactions: 106, supply: 1_050n });
  expect(figuresWith(stats, blocks(12, 2))).toEqual({ transactions: 106, supply: 1_050n });
});

it('returns undefined across a gap, after a rewind, and without blocks', () => {
  expect(figuresWith(stats, blocks(20, 5))).toBeUndefined();
  expect(figuresWith(stats, blocks(9, 5))).toBeUndefined();
  expect(figuresWith(stats, [])).toBeUndefined();
});
