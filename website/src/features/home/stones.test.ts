import type { BlockSummary } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { STACK_WIDTH, stackHeight, stackStones, stonePath, stoneWidth } from './stones.ts';

const block = (height: number, transactions: number, fees = 0) =>
  ({
    height,
    id: `${'a7'.repeat(31)}0${height % 10}`,
    size_bytes: 118 + 213 * transactions,
    total_fees: String(fees),
  }) as BlockSummary;

describe('the cairn', () => {
  it('has wider stones for fuller blocks, within its width', () => {
    const widths = [1, 2, 10, 100, 2_000, 39_382].map((count) => stoneWidth(118 + 213 * count));
    expect(new Set(widths).size).toBe(widths.length);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(widths[0]).toBeGreaterThan(0);
    expect(widths.at(-1)).toBeLessThan(STACK_WIDTH);
  });

  it('has the newest block on top, and is as high as its stones', () => {
    const { stones, height } = stackStones([block(9, 1), block(8, 4), block(7, 2)]);
    expect(stones.map(({ middle }) => middle)).toEqual(
      stones.map(({ middle }) => middle).toSorted((a, b) => a - b),
    );
    expect(height).toBe(stackHeight(3));
    const last = stones.at(-1)!;
    expect(last.middle + last.height / 2).toBeLessThanOrEqual(height);
  });

  it('has warmer stones for higher fees, relative to the shown blocks', () => {
    const { stones } = stackStones([block(9, 2, 30), block(8, 2, 15), block(7, 2, 1), block(6, 1)]);
    expect(stones.map(({ tint }) => tint)).toEqual([3, 2, 1, 0]);
    expect(stackStones([block(9, 1), block(8, 1)]).stones.map(({ tint }) => tint)).toEqual([0, 0]);
  });

  it('draws a closed outline of finite numbers', () => {
    const [stone] = stackStones([block(9, 12)]).stones;
    expect(stonePath(stone!)).toMatch(/^M[\d. -]+(C[\d. -]+){4}Z$/);
  });
});
