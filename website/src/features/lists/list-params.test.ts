import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { listPath, listParams, neighbours } from './list-params.ts';
import { ROW_CHOICES } from '../../site/url.ts';

const at = (query: string) => listParams(new URL(`http://site/blocks${query}`));

describe('the parameters of a list in the URL', () => {
  it.each([
    ['', { before: undefined, size: 25 }],
    ['?before=12&size=100', { before: 12, size: 100 }],
    ['?before=-1&size=7', { before: undefined, size: 25 }],
    ['?before=99999999999&size=1e1', { before: undefined, size: 25 }],
  ])('reads %s', (query, params) => expect(at(query)).toEqual(params));

  it('writes the parameters that it reads', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(4_000_000_000), { nil: undefined }),
        fc.constantFrom(...ROW_CHOICES),
        (before, size) => {
          expect(listParams(new URL(`http://site${listPath('/blocks', { before, size })}`))).toEqual({
            before,
            size,
          });
        },
      ),
    );
  });
});

describe('neighbours', () => {
  it('lead through the whole list without gaps or repetitions, although it grows', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.constantFrom(...ROW_CHOICES), fc.nat(9), (total, size, growth) => {
        let newest = total;
        const seen: number[] = [];
        let params: { before?: number | undefined } | undefined = {};
        while (params !== undefined && newest >= 0) {
          const highest = Math.min(newest, (params.before ?? newest + 1) - 1);
          const lowest = Math.max(0, highest - size + 1);
          for (let height = highest; height >= lowest; height -= 1) seen.push(height);
          newest += growth;
          params = neighbours(size, { highest, lowest, newest, oldest: 0 }).older;
        }
        expect(seen).toEqual(Array.from({ length: total + 1 }, (_, index) => total - index));
      }),
    );
  });

  it('lead back to the newest page, and not to one with a gap above it', () => {
    expect(neighbours(10, { highest: 95, lowest: 86, newest: 100, oldest: 0 }).newer).toEqual({ size: 10 });
    expect(neighbours(10, { highest: 80, lowest: 71, newest: 100, oldest: 0 }).newer).toEqual({
      before: 91,
      size: 10,
    });
    expect(neighbours(10, { highest: 100, lowest: 91, newest: 100, oldest: 0 }).newer).toBeUndefined();
  });
});
