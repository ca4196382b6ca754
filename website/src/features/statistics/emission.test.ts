import { HALVING_INTERVAL, subsidyAt } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { curveHeights, emittedInAll, expectedDate, halvingsAfter, nextHalving } from './emission.ts';

describe('the emission', () => {
  it('adds up to almost twice that of the first era', () => {
    const firstEra = BigInt(HALVING_INTERVAL) * subsidyAt(1);
    expect(emittedInAll()).toBeLessThan(2n * firstEra);
    expect(emittedInAll()).toBeGreaterThan((2n * firstEra * 999n) / 1_000n);
  });

  it.each([
    [0, HALVING_INTERVAL],
    [HALVING_INTERVAL - 2, HALVING_INTERVAL],
    [HALVING_INTERVAL - 1, 2 * HALVING_INTERVAL],
    [40 * HALVING_INTERVAL, undefined],
  ])('after block %i, the next halving is at %s', (height, halving) => {
    expect(nextHalving(height)).toBe(halving);
  });

  it('halves the reward at each halving, until none is left', () => {
    const [first, second] = halvingsAfter(12);
    expect(first).toEqual({ height: HALVING_INTERVAL, reward: subsidyAt(1) / 2n });
    expect(second).toMatchObject({ height: 2 * HALVING_INTERVAL, reward: subsidyAt(1) / 4n });
    expect(halvingsAfter(40 * HALVING_INTERVAL)).toEqual([]);
  });

  it('is drawn at four heights in each era, and at the tip', () => {
    expect(curveHeights(12).slice(0, 3)).toEqual([0, 12, HALVING_INTERVAL / 4]);
    expect(curveHeights(0)).toHaveLength(41);
  });
});

it.each([
  ['en', 60, '2026-03-02'],
  ['en', 61, '2026-03'],
  ['de', 60, '02.03.2026'],
  ['de', 61, '03.2026'],
] as const)('in %s, what is expected in %i days is said as %s', (locale, days, text) => {
  expect(expectedDate(Date.UTC(2026, 0, 1) / 1_000, days * 86_400, locale)).toBe(text);
});
