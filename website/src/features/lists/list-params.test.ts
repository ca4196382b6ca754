import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { PAGE_SIZE } from '../../site/url.ts';
import { listPageParams, neighbours } from './list-params.ts';

const at = (path: string) => listPageParams(new URL(path, 'http://site'));

describe('neighbours', () => {
  it('lead through the whole list without gaps or repetitions, although it grows', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(9), (total, growth) => {
        let newest = total;
        const seen: number[] = [];
        let path: string | undefined = '/blocks';
        while (path !== undefined && newest >= 0) {
          const highest = Math.min(newest, (at(path).before ?? newest + 1) - 1);
          const lowest = Math.max(0, highest - PAGE_SIZE + 1);
          for (let height = highest; height >= lowest; height -= 1) seen.push(height);
          newest += growth;
          path = neighbours('/blocks', { highest, lowest, newest, oldest: 0 }).older;
        }
        expect(seen).toEqual(Array.from({ length: total + 1 }, (_, index) => total - index));
      }),
    );
  });

  it('lead back to the newest page, and not to one with a gap above it', () => {
    const newerThan = (highest: number) =>
      neighbours('/blocks', { highest, lowest: highest - 24, newest: 100, oldest: 0 }).newer;
    expect(newerThan(80)).toBe('/blocks');
    expect(newerThan(60)).toBe('/blocks?before=86');
    expect(newerThan(100)).toBeUndefined();
  });
});
