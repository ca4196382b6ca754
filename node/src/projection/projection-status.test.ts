import { describe, expect, it } from 'vitest';
import { progressOf, statusOf, type ProjectionPosition } from './projection-status.ts';

const TIP = { height: 9, id: 'a' };
const LEVEL: ProjectionPosition = { tip: TIP, hasArrived: true, isOnChain: true, hasFailed: false };

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
});

describe('the state', () => {
  it.each<[string, Partial<ProjectionPosition>, string]>([
    ['level with the chain', {}, 'ready'],
    ['a block behind', { tip: { height: 8, id: 'b' } }, 'ready'],
    ['before it was ever level', { hasArrived: false }, 'building'],
    ['off the chain', { isOnChain: false }, 'building'],
    ['ahead of the chain', { tip: { height: 10, id: 'c' } }, 'building'],
    ['empty', { tip: undefined }, 'building'],
    ['after a failure', { hasFailed: true }, 'error'],
  ])('%s is as it is', (_where, change, state) => {
    expect(statusOf({ ...LEVEL, ...change }, TIP).state).toBe(state);
  });

  it('names both heights', () => {
    expect(statusOf({ ...LEVEL, tip: undefined }, undefined)).toEqual({
      state: 'building',
      indexedHeight: -1,
      targetHeight: -1,
      progress: 0,
    });
  });
});
