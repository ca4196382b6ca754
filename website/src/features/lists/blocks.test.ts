import type { BlockList, BlockSummary } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { blockAt, blocksFrom } from '../../../test/live-support.ts';
import { joinKnown, linkedTop, loadBlocks, loadParts, partsBelow } from './blocks.ts';

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
    expect(heights(await loadBlocks(chain, { size: 50, known }, signal))).toEqual(span(104, 50));
    expect(chain.asked).toHaveLength(1);
    expect(heights(await loadBlocks(chainOf(190), { size: 50, known }, signal))).toEqual(span(190, 50));
  });

  it('never mixes two branches: after a reorganization it loads the blocks again', async () => {
    const chain = chainOf(60, (asked) => (asked > 1 ? { tip: 60, branch: 'b', shared: 30 } : {}));
    const page = await loadBlocks(chain, { size: 25 }, signal);
    expect(page.items.map(({ id }) => id)).toEqual(
      span(60, 25).map((height) => blockAt(height, { branch: 'b', shared: 30 }).id),
    );
  });
});

it('does not join blocks across a gap or of another branch', () => {
  const known = span(20, 10).map((height) => blockAt(height));
  expect(joinKnown([blockAt(31), blockAt(30)], known, 10)).toBeUndefined();
  expect(joinKnown([blockAt(20, { branch: 'b' })], known, 10)).toBeUndefined();
  expect(joinKnown([blockAt(21), blockAt(20)], known, 10)).toHaveLength(10);
  expect(joinKnown([blockAt(21), blockAt(20)], known, 100)).toBeUndefined();
});

it('requests at most ten blocks at a time, down to the genesis block', () => {
  expect(partsBelow(15, 90)).toEqual([
    { anchor: 15, limit: 10 },
    { anchor: 5, limit: 5 },
  ]);
  expect(partsBelow(0, 90)).toEqual([]);
});

interface Asked {
  before_height?: number | undefined;
  limit?: number | undefined;
}

describe('loadParts', () => {
  it('sends a few requests at a time, and keeps the order', async () => {
    let [open, most] = [0, 0];
    const explorer = {
      listBlocks: async ({ before_height = 0, limit = 10 }: Asked = {}) => {
        open += 1;
        most = Math.max(most, open);
        // A later request is answered first.
        await new Promise((resolve) => setTimeout(resolve, before_height / 10));
        open -= 1;
        return blocksFrom(before_height - 1, limit);
      },
    };
    const answers = await loadParts(explorer, partsBelow(95, 95), undefined);
    expect(answers.flatMap(({ items }) => items.map(({ height }) => height))).toEqual(
      Array.from({ length: 95 }, (_, index) => 94 - index),
    );
    expect(most).toBe(4);
  });
});

describe('linkedTop', () => {
  const blocks = [9, 8, 7, 6, 5].map((height) => blockAt(height));

  it('keeps linked blocks', () => {
    expect(linkedTop(blocks)).toEqual(blocks);
    expect(linkedTop([])).toEqual([]);
  });

  it('ends at the first block of another branch', () => {
    const broken = blocks.with(2, blockAt(7, { branch: 'b' }));
    expect(linkedTop(broken)).toEqual(broken.slice(0, 2));
  });
});
