import type { BlockList, BlockSummary } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { blockAt } from '../../../test/live-support.ts';
import fc from 'fast-check';
import { PAGE_SIZE, readBefore } from '../../site/url.ts';
import { loadBlocks, neighbours } from './blocks.ts';

/** A client that pages like the API. @param changeOf changes of the chain before the answer to request `asked` */
function chainOf(
  tip: number,
  changeOf: (asked: number) => { tip?: number; branch?: string; shared?: number } = () => ({}),
) {
  const asked: { limit?: number | undefined; before_height?: number | undefined }[] = [];
  return {
    asked,
    listBlocks: async ({
      limit = 10,
      before_height,
    }: { limit?: number | undefined; before_height?: number | undefined } = {}) => {
      asked.push({ limit, before_height });
      const now = { tip, ...changeOf(asked.length) };
      const top = Math.min(now.tip, (before_height ?? now.tip + 1) - 1);
      const items = Array.from({ length: Math.min(limit, top + 1) }, (_, index) => blockAt(top - index, now));
      return {
        network: 'devnet',
        items,
        pagination: {
          limit,
          offset: 0,
          count: items.length,
          total: now.tip + 1,
          before_height: before_height ?? null,
          next_before_height: items.at(-1)?.height ?? 0,
        },
      } satisfies BlockList;
    },
  };
}

const { signal } = new AbortController();
const heights = (list: { items: readonly BlockSummary[] }) => list.items.map(({ height }) => height);
const span = (top: number, count: number) => Array.from({ length: count }, (_, index) => top - index);

describe('a page of blocks', () => {
  it.each([
    [250, undefined, 10, span(250, 10), 1],
    [250, undefined, 25, span(250, 25), 3],
    [250, 100, 100, span(99, 100), 10],
    [12, undefined, 25, span(12, 13), 2],
    [250, 3, 50, span(2, 3), 1],
    [-1, undefined, 25, [], 1],
  ])('tip %s, below %s, %s a page', async (tip, before, size, wanted, requests) => {
    const chain = chainOf(tip);
    const page = await loadBlocks(chain, { before, size }, signal);
    expect(heights(page)).toEqual(wanted);
    expect(chain.asked).toHaveLength(requests);
    expect(page.pagination.total).toBe(tip + 1);
    expect(chain.asked.every(({ limit }) => limit! >= 1 && limit! <= 10)).toBe(true);
  });

  it('sends one request if the newest blocks overlap the known ones', async () => {
    const known = (await loadBlocks(chainOf(100), { size: 50 }, signal)).items;
    const chain = chainOf(104);
    expect(heights(await loadBlocks(chain, { size: 50 }, signal, known))).toEqual(span(104, 50));
    expect(chain.asked).toHaveLength(1);
    expect(heights(await loadBlocks(chainOf(190), { size: 50 }, signal, known))).toEqual(span(190, 50));
  });

  it('does not join blocks across a gap, or of another branch', async () => {
    const known = (await loadBlocks(chainOf(100), { size: 50 }, signal)).items;
    const other = chainOf(104, () => ({ branch: 'b', shared: 90 }));
    const page = await loadBlocks(other, { size: 50 }, signal, known);
    expect(page.items.map(({ id }) => id)).toEqual(
      span(104, 50).map((height) => blockAt(height, { branch: 'b', shared: 90 }).id),
    );
  });

  it('never mixes two branches: it fails if the chain is reorganized between two answers', async () => {
    const chain = chainOf(60, (asked) => (asked > 1 ? { tip: 60, branch: 'b', shared: 30 } : {}));
    await expect(loadBlocks(chain, { size: 25 }, signal)).rejects.toThrow('was reorganized');
  });
});

describe('neighbours', () => {
  it('lead through the whole list without gaps or repetitions, although it grows', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(9), (total, growth) => {
        let newest = total;
        const seen: number[] = [];
        let path: string | undefined = '/blocks';
        while (path !== undefined && newest >= 0) {
          const before = readBefore(new URL(path, 'http://site').searchParams.get('before'));
          const highest = Math.min(newest, (before ?? newest + 1) - 1);
          const lowest = Math.max(0, highest - PAGE_SIZE + 1);
          for (let height = highest; height >= lowest; height -= 1) seen.push(height);
          newest += growth;
          path = neighbours('/blocks', { highest, lowest, newest }).next;
        }
        expect(seen).toEqual(Array.from({ length: total + 1 }, (_, index) => total - index));
      }),
    );
  });

  it('lead back to the newest page, and not to one with a gap above it', () => {
    const newerThan = (highest: number) =>
      neighbours('/blocks', { highest, lowest: highest - 24, newest: 100 }).previous;
    expect(newerThan(80)).toBe('/blocks');
    expect(newerThan(60)).toBe('/blocks?before=86');
    expect(newerThan(100)).toBeUndefined();
  });
});
