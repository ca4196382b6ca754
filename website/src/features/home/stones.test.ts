import type { BlockSummary } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { MOST_STONES, SCENE, shareOf, stackStones } from './stones.ts';

const block = (height: number, transactions: number, fees = 0) =>
  ({
    height,
    id: `${'a7'.repeat(31)}0${height % 10}`,
    size_bytes: 118 + 213 * transactions,
    total_fees: String(fees),
  }) as BlockSummary;

describe('the cairn', () => {
  it('tells blocks of every size apart', () => {
    const shares = [1, 2, 10, 100, 2_000, 39_382].map((count) => shareOf(118 + 213 * count));
    expect(new Set(shares).size).toBe(shares.length);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0], shares.at(-1)! > 0.99]).toEqual([0, true]);
  });

  it('has the newest block on top and the next one above it, and lies in its scene', () => {
    const blocks = Array.from({ length: 14 }, (_, index) =>
      block(20 - index, index % 2 === 0 ? 39_382 : 30_000),
    );
    const { stones, next } = stackStones(blocks);
    expect(stones.map((stone) => stone.block.height)).toEqual(
      blocks.slice(0, MOST_STONES).map(({ height }) => height),
    );
    const all = [next, ...stones];
    expect(all.map(({ middle }) => middle)).toEqual(
      all.map(({ middle }) => middle).toSorted((a, b) => a - b),
    );
    for (const { centre, middle, width, height } of all) {
      expect(middle - height / 2).toBeGreaterThanOrEqual(0);
      expect(middle + height / 2).toBeLessThanOrEqual(SCENE.height);
      expect(centre - width / 2).toBeGreaterThanOrEqual(0);
      expect(centre + width / 2).toBeLessThanOrEqual(SCENE.width);
    }
  });

  it('has a larger stone for a fuller block', () => {
    const [small, large] = stackStones([block(9, 2), block(9, 12)]).stones;
    expect(large!.width).toBeGreaterThan(small!.width);
    expect(large!.height).toBeGreaterThan(small!.height);
  });

  it('has warmer stones for higher fees, relative to the shown blocks', () => {
    const { stones } = stackStones([block(9, 2, 30), block(8, 2, 15), block(7, 2, 1), block(6, 1)]);
    expect(stones.map(({ tint }) => tint)).toEqual([3, 2, 1, 0]);
    expect(stackStones([block(9, 1), block(8, 1)]).stones.map(({ tint }) => tint)).toEqual([0, 0]);
  });
});
