import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimumReplacementFee } from './fee-rules.ts';

describe('minimumReplacementFee', () => {
  it.each([
    [0n, 1n],
    [1n, 2n],
    [9n, 10n],
    [10n, 11n],
    [11n, 13n],
    [100n, 110n],
    [101n, 112n],
    [1_001n, 1_102n],
    [1_000_000n, 1_100_000n],
  ])('replaces a fee of %s pebbles by %s', (fee, minimum) => {
    expect(minimumReplacementFee(fee)).toBe(minimum);
  });

  it('is the smallest fee that is at least 10 % and at least 1 pebble higher', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 32n), (fee) => {
        const replaces = (candidate: bigint): boolean =>
          candidate * 10n >= fee * 11n && candidate >= fee + 1n;
        const minimum = minimumReplacementFee(fee);
        expect([replaces(minimum), replaces(minimum - 1n)]).toEqual([true, false]);
      }),
    );
  });
});
