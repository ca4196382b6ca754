import { describe, expect, it } from 'vitest';
import { ReorganizationDetector, type SeenChain } from '../reorganization-detector.ts';

/** A chain of blocks with one-letter IDs, from height 0 on. @param known how many of the newest blocks are known */
function chainOf(ids: string, known = 100): SeenChain {
  const all = ids.split('').map((id, height) => [height, { id }] as const);
  return { tip: { height: ids.length - 1, id: ids.at(-1)! }, blocks: new Map(all.slice(-known)) };
}

/** What a detector reports for successive states of a chain. */
function detectIn(...chains: readonly SeenChain[]) {
  const detector = new ReorganizationDetector();
  return chains.slice(1).map((now, index) => detector.detect(chains[index]!, now));
}

const LEFT_TWO = {
  oldTip: { height: 2, id: 'c' },
  newTip: { height: 3, id: 'Z' },
  commonHeight: 0,
  disconnected: ['c', 'b'],
  connected: ['X', 'Y', 'Z'],
};

describe('a detector of reorganizations', () => {
  it('detects one that happened between two polls', () => {
    expect(detectIn(chainOf('abc'), chainOf('aXYZ'))).toEqual([LEFT_TWO]);
  });

  it('collects observed step backs, and reports them with the first replacing block', () => {
    const reports = detectIn(...['abcd', 'abc', 'a', 'aX', 'aXY'].map((ids) => chainOf(ids)));
    const tips = { oldTip: { height: 3, id: 'd' }, newTip: { height: 1, id: 'X' }, commonHeight: 0 };
    expect(reports).toEqual([
      undefined,
      undefined,
      { ...tips, disconnected: ['d', 'c', 'b'], connected: ['X'] },
      undefined,
    ]);
  });

  it('reports nothing if the chain grows, steps back, or reconnects its former blocks', () => {
    const steps = ['a', 'ab', 'abc', 'ab', 'a', 'ab', 'abc', 'abcd'].map((ids) => chainOf(ids));
    expect(detectIn(...steps)).toEqual(steps.slice(1).map(() => undefined));
  });

  it('does not count a block that was reconnected', () => {
    const reports = detectIn(...['abcd', 'a', 'abX'].map((ids) => chainOf(ids)));
    expect(reports[1]).toMatchObject({ commonHeight: 1, disconnected: ['d', 'c'], connected: ['X'] });
  });

  it('reports nothing if the branches fork below the known blocks, or the database is emptied', () => {
    expect(detectIn(chainOf('abcdef', 3), chainOf('aUVWXYZ', 3))).toEqual([undefined]);
    const empty: SeenChain = { tip: undefined, blocks: new Map() };
    expect(detectIn(chainOf('abc'), empty, chainOf('aXYZ'))).toEqual([undefined, undefined]);
  });
});
