import type { BlockSummary } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { changed, MOST_STONES, NO_BLOCKS, type PileOfBlocks } from './pile-of-blocks.ts';
import { GROUND, layOut, SCENE, shareOf } from './stones.ts';

const block = (height: number, transactions: number, { fees = 0, branch = 'a7' } = {}) =>
  ({
    height,
    id: `${branch.repeat(31)}${String(height % 100).padStart(2, '0')}`,
    size_bytes: 118 + 213 * transactions,
    transaction_count: transactions,
    total_fees: String(fees),
  }) as BlockSummary;

/** Blocks up to a height, newest first; those above the fork are of another branch. */
const chain = (top: number, { fork = top, length = 30 } = {}) =>
  Array.from({ length: Math.min(length, top + 1) }, (_, index) =>
    block(
      top - index,
      top - index > fork ? 1 : 2 + ((top - index) % 9),
      top - index > fork ? { branch: 'c3' } : {},
    ),
  );

const heights = (blocks: readonly BlockSummary[]) => blocks.map(({ height }) => height);
const pile = (...shown: BlockSummary[]): PileOfBlocks => ({ ...NO_BLOCKS, shown });

describe('the cairn', () => {
  it('tells blocks of every size apart', () => {
    const shares = [1, 2, 10, 100, 2_000, 39_382].map((count) => shareOf(118 + 213 * count));
    expect(new Set(shares).size).toBe(shares.length);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0], shares.at(-1)! > 0.99]).toEqual([0, true]);
  });

  it('has the newest block on top and the next one above it, lies in its scene, and stands on the ground', () => {
    const blocks = Array.from({ length: MOST_STONES }, (_, index) =>
      block(20 - index, index % 2 === 0 ? 39_382 : 30_000),
    );
    const lost = { blocks: chain(23).slice(0, 5), at: 0 };
    const { standing, next, fallen } = layOut({ ...pile(...blocks), lost });
    expect(heights(standing.map((stone) => stone.block))).toEqual(heights(blocks));
    const all = [next, ...standing];
    expect(all.map(({ middle }) => middle)).toEqual(
      all.map(({ middle }) => middle).toSorted((a, b) => a - b),
    );
    for (const { centre, middle, width, height } of [...all, ...fallen]) {
      expect(middle - height / 2).toBeGreaterThanOrEqual(0);
      expect(middle + height / 2).toBeLessThanOrEqual(GROUND);
      expect(centre - width / 2).toBeGreaterThanOrEqual(0);
      expect(centre + width / 2).toBeLessThanOrEqual(SCENE.width);
    }
  });

  it('has no gap between its stones, nor to those in the ground, before and after the pile comes down', () => {
    const before = changed(NO_BLOCKS, chain(20), 0);
    const after = changed(before, chain(22), 0);
    for (const { standing, sunk } of [layOut(before), layOut(after)]) {
      const all = [...standing, ...sunk];
      for (const [at, { middle, height }] of all.entries()) {
        const below = all[at + 1];
        if (below !== undefined) expect(middle + height / 2).toBeGreaterThan(below.middle - below.height / 2);
      }
      expect(standing.at(-1)!.middle + standing.at(-1)!.height / 2).toBe(GROUND);
    }
    expect(heights(layOut(after).sunk.map((stone) => stone.block))).toEqual([12, 11]);
  });

  it('has a larger stone for a fuller block', () => {
    const [small, large] = layOut(pile(block(9, 2), block(9, 12))).standing;
    expect(large!.width).toBeGreaterThan(small!.width);
    expect(large!.height).toBeGreaterThan(small!.height);
  });

  it('has warmer stones for higher fees, relative to the shown blocks', () => {
    const tints = (...fees: number[]) =>
      layOut(pile(...fees.map((each, at) => block(9 - at, 2, { fees: each })))).standing.map(
        ({ tint }) => tint,
      );
    expect(tints(30, 15, 1, 0)).toEqual([3, 2, 1, 0]);
    expect(tints(0, 0)).toEqual([0, 0]);
  });
});

describe('blocks that have left the chain', () => {
  const before = changed(NO_BLOCKS, chain(20), 100);

  it('lie beside it until others are lost, or they come back', () => {
    const first = changed(before, chain(21, { fork: 18 }), 200);
    expect([heights(first.lost!.blocks), first.lost!.at]).toEqual([[20, 19], 200]);
    const grown = changed(first, chain(23, { fork: 18 }), 300);
    expect(grown.lost).toBe(first.lost);
    expect(changed(grown, chain(24), 400).lost!.blocks[0]!.height).toBe(23);
    expect(new Set(changed(first, chain(22), 400).lost!.blocks.map(({ id }) => id.slice(0, 2)))).toEqual(
      new Set(['c3']),
    );
    const rewound = changed(before, chain(18), 200);
    expect(heights(rewound.lost!.blocks)).toEqual([20, 19]);
    expect(changed(rewound, chain(20), 300).lost).toBeUndefined();
  });

  it('are none when the chain only grows, even beyond all that was loaded', () => {
    expect(changed(before, chain(21), 200).lost).toBeUndefined();
    expect(changed(before, chain(90), 200).lost).toBeUndefined();
  });
});
