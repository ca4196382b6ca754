import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOf } from './projection.ts';

describe('progress', () => {
  it.each([
    [-1, -1, 0],
    [-1, 9, 0],
    [0, 9, 10],
    [4, 9, 50],
    [9, 9, 100],
    [12, 9, 100],
    [1, 2, 66.66],
    [4_294_967_294, 4_294_967_295, 99.99],
  ])('from %d to %d is %d %%', (indexed, target, percent) => {
    expect(progressOf(indexed, target)).toBe(percent);
  });

  it('rounds down to two decimals', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.nat(0xffff_ffff), (first, second) => {
        const [indexed, target] = [Math.min(first, second), Math.max(first, second)];
        const exact = (BigInt(indexed + 1) * 10_000n) / BigInt(target + 1);
        expect(progressOf(indexed, target)).toBe(Number(exact) / 100);
      }),
    );
  });
});
