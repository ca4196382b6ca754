import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLocator, locatorHeights, MAX_LOCATOR_IDS, newestCommonHeight } from './locator.ts';

const anyHeight = fc.integer({ min: 0, max: 0xffff_ffff });
/** A chain that has its blocks up to `common` in common with all others. */
const idOn =
  (chain: string, common: number) =>
  (height: number): string =>
    height <= common ? `shared ${height}` : `${chain} ${height}`;

describe('a locator', () => {
  it('has the tip, 1, 2, 4, 8 … blocks below it, and genesis', () => {
    expect(locatorHeights(0)).toEqual([0]);
    expect(locatorHeights(1)).toEqual([1, 0]);
    expect(locatorHeights(2)).toEqual([2, 1, 0]);
    expect(locatorHeights(10)).toEqual([10, 9, 8, 6, 2, 0]);
    expect(locatorHeights(16)).toEqual([16, 15, 14, 12, 8, 0]);
  });

  it('is short at every height, and descends from the tip to genesis', () => {
    fc.assert(
      fc.property(anyHeight, (tip) => {
        const heights = locatorHeights(tip);
        expect(heights.length).toBeLessThanOrEqual(MAX_LOCATOR_IDS);
        expect([heights[0], heights.at(-1)]).toEqual([tip, 0]);
        expect(heights).toEqual([...new Set(heights)].sort((a, b) => b - a));
      }),
    );
    expect(locatorHeights(0xffff_ffff).length).toBe(MAX_LOCATOR_IDS);
  });

  it('leads to a common block at most twice as far back as the branch point', () => {
    fc.assert(
      fc.property(anyHeight, anyHeight, anyHeight, (left, right, at) => {
        const common = Math.min(at, left, right);
        const answering = idOn('theirs', common);
        const heightOf = (id: string): number | undefined => {
          const height = Number(id.split(' ')[1]);
          return height <= right && answering(height) === id ? height : undefined;
        };
        const found = newestCommonHeight(buildLocator(left, idOn('ours', common)), heightOf)!;
        expect(found).toBeLessThanOrEqual(common);
        expect(left - found).toBeLessThanOrEqual(Math.max(1, 2 * (left - common)));
      }),
    );
  });

  it('cannot be built with a gap', () => {
    expect(() => buildLocator(5, (height) => (height === 4 ? undefined : 'id'))).toThrow(RangeError);
  });

  it('of a peer is looked up in any order, up to the longest locator', () => {
    const heightOf = (id: string): number | undefined => (id === 'unknown' ? undefined : Number(id));
    expect(newestCommonHeight(['unknown', '3', '7', '0'], heightOf)).toBe(7);
    expect(newestCommonHeight(['unknown'], heightOf)).toBeUndefined();
    expect(newestCommonHeight([], heightOf)).toBeUndefined();
    let lookups = 0;
    const counting = (): undefined => void (lookups += 1);
    newestCommonHeight(
      Array.from({ length: 100_000 }, () => 'unknown'),
      counting,
    );
    expect(lookups).toBe(MAX_LOCATOR_IDS);
  });
});
