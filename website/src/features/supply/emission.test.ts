import { emittedUpTo, HALVING_INTERVAL, subsidyAt } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { curveHeights, emittedInAll, nextHalving } from './emission.ts';

describe('the emission', () => {
  it('sums the subsidies of all blocks', () => {
    expect([0, 1, 7].map(emittedUpTo)).toEqual([0n, subsidyAt(1), 7n * subsidyAt(1)]);
    const before = emittedUpTo(HALVING_INTERVAL - 1);
    expect(before).toBe(BigInt(HALVING_INTERVAL - 1) * subsidyAt(1));
    expect(emittedUpTo(HALVING_INTERVAL) - before).toBe(subsidyAt(HALVING_INTERVAL));
    expect(emittedUpTo(3 * HALVING_INTERVAL) - emittedUpTo(3 * HALVING_INTERVAL - 1)).toBe(
      subsidyAt(3 * HALVING_INTERVAL),
    );
  });

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

  it('is drawn at four heights in each era, and at the tip', () => {
    expect(curveHeights(12).slice(0, 3)).toEqual([0, 12, HALVING_INTERVAL / 4]);
    expect(curveHeights(0)).toHaveLength(41);
  });
});
