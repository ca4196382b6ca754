import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minimumReplacementFee } from './fee-rules.ts';

it('the fee of a replacement is the smallest that is at least 10 % and at least 1 pebble higher', () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(0n, 2n ** 32n), fc.bigInt(0n, 20n)), (fee) => {
      const replaces = (candidate: bigint): boolean => candidate * 10n >= fee * 11n && candidate >= fee + 1n;
      const minimum = minimumReplacementFee(fee);
      expect([replaces(minimum), replaces(minimum - 1n)]).toEqual([true, false]);
    }),
  );
});
