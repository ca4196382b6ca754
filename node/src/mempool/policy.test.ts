import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimumReplacementFee } from './policy.ts';

describe('minimumReplacementFee', () => {
  it.each([
    [1n, 2n],
    [9n, 10n],
    [10n, 11n],
    [11n, 13n],
    [100n, 110n],
    [101n, 112n],
    [1_000_000n, 1_100_000n],
  ])('asks %s pebbles for %s', (current, minimum) => {
    expect(minimumReplacementFee(current)).toBe(minimum);
  });

  it('is the smallest fee that is at least 10 % and 1 pebble more', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 32n), (current) => {
        const replaces = (fee: bigint): boolean => fee * 10n >= current * 11n && fee >= current + 1n;
        const minimum = minimumReplacementFee(current);
        expect([replaces(minimum), replaces(minimum - 1n)]).toEqual([true, false]);
      }),
    );
  });
});
