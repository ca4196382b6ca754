import { getNetwork } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { nextStep, type ProjectedChain } from './next-step.ts';

/** A chain of blocks with these sizes and IDs like `a0`, `a1`. */
function chainOf(sizes: readonly number[], prefix = 'a'): ProjectedChain {
  return {
    network: getNetwork('devnet'),
    tip: () => ({ height: sizes.length - 1, id: `${prefix}${sizes.length - 1}` }),
    subscribe: () => () => undefined,
    locateBlock: (height) => {
      const size = sizes[height];
      return size === undefined ? undefined : { height, id: `${prefix}${height}`, path: '', offset: 0, size };
    },
  };
}

function heightsOf(step: ReturnType<typeof nextStep>): readonly number[] {
  return step.type === 'append' ? step.blocks.map(({ height }) => height) : [];
}

describe('the next step', () => {
  it('of a projection that has caught up is none', () => {
    expect(nextStep(chainOf([1, 1]), { height: 1, id: 'a1' })).toEqual({ type: 'none' });
    expect(nextStep(chainOf([]), undefined)).toEqual({ type: 'none' });
  });

  it('appends the following blocks, at most 256, up to 16 MiB', () => {
    expect(heightsOf(nextStep(chainOf([1, 1, 1]), { height: 0, id: 'a0' }))).toEqual([1, 2]);
    expect(heightsOf(nextStep(chainOf(Array(1_000).fill(331)), undefined))).toHaveLength(256);
    const large = 8 * 1024 * 1024;
    expect(heightsOf(nextStep(chainOf([large, large, large]), undefined))).toEqual([0, 1]);
    expect(heightsOf(nextStep(chainOf([large, large, large]), undefined, 2 * large + 1))).toEqual([0, 1, 2]);
  });

  it('is a step back from a block that is not in the chain, and a rebuild for another genesis block', () => {
    expect(nextStep(chainOf([1, 1, 1]), { height: 1, id: 'b1' })).toEqual({ type: 'stepBack' });
    expect(nextStep(chainOf([1, 1]), { height: 5, id: 'a5' })).toEqual({ type: 'stepBack' });
    expect(nextStep(chainOf([1, 1]), { height: 0, id: 'b0' })).toEqual({ type: 'discard' });
  });
});
