import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOf, statusOf, type ProjectionPosition } from './projection-status.ts';

const TIP = { height: 9, id: 'a' };
const CAUGHT_UP: ProjectionPosition = { tip: TIP, hasCaughtUp: true, isOnChain: true, hasFailed: false };

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
  ])('from %d to %d is %d %% § 2.7 progress', (indexed, target, percent) => {
    expect(progressOf(indexed, target)).toBe(percent);
  });

  it('is 100 % for every completely indexed chain, and less if a block is missing', () => {
    for (let height = 0; height <= 20_000; height += 1) {
      expect(progressOf(height, height)).toBe(100);
      expect(progressOf(height - 1, height)).toBeLessThan(100);
    }
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

  it.each([0, 1, 3])('is 100 % in the state ready, %d blocks behind the tip', (lag) => {
    for (let height = lag; height <= 5_000; height += 1) {
      const position = { ...CAUGHT_UP, tip: { height: height - lag, id: 'b' } };
      expect(statusOf(position, { height, id: 'a' })).toMatchObject({ state: 'ready', progress: 100 });
    }
  });
});

describe('the state', () => {
  it.each<[string, string, Partial<ProjectionPosition>]>([
    ['caught up with the chain', 'ready', {}],
    ['a block behind', 'ready', { tip: { height: 8, id: 'b' } }],
    ['before it has caught up', 'building', { hasCaughtUp: false }],
    ['off the chain', 'building', { isOnChain: false }],
    ['ahead of the chain', 'building', { tip: { height: 10, id: 'c' } }],
    ['of an empty projection', 'building', { tip: undefined }],
    ['after a failure', 'error', { hasFailed: true }],
  ])('%s is %s', (_position, state, change) => {
    expect(statusOf({ ...CAUGHT_UP, ...change }, TIP).state).toBe(state);
  });

  it('contains both heights', () => {
    expect(statusOf({ ...CAUGHT_UP, tip: undefined }, undefined)).toEqual({
      state: 'building',
      indexedHeight: -1,
      targetHeight: -1,
      progress: 0,
    });
  });
});
