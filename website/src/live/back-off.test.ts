import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backOff } from './back-off.ts';

it('doubles up to the longest pause, and is random in the upper half', () => {
  const pauses = { firstMs: 1_000, longestMs: 60_000 };
  expect([0, 1, 2, 6].map((attempts) => backOff(attempts, pauses, 1))).toEqual([1_000, 2_000, 4_000, 60_000]);
  fc.assert(
    fc.property(fc.nat(5_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const whole = backOff(attempts, pauses, 1);
      const pause = backOff(attempts, pauses, random);
      expect(pause).toBeGreaterThanOrEqual(whole / 2);
      expect(pause).toBeLessThanOrEqual(whole);
    }),
  );
});
