import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_TIP, serveSample, type ServedNode } from './served-node.ts';

interface List {
  readonly items: readonly { readonly height: number }[];
  readonly pagination: {
    readonly next_before_height: number;
    readonly total: number;
    readonly count: number;
  };
}

let node: ServedNode;

beforeAll(async () => {
  node = await serveSample();
});
afterAll(() => node.remove());

const list = (query: string): Promise<List> => node.json<List>(`/api/v1/blocks?${query}`);
const heightsOf = ({ items }: List): number[] => items.map(({ height }) => height);

/** Anchors at both ends of the chain, inside it and far above it. */
const ANCHORS = [0, 1, 2, 5, SAMPLE_TIP, SAMPLE_TIP + 1, SAMPLE_TIP + 2, 4_294_967_295];
const OFFSETS = [0, 1, 4, SAMPLE_TIP, SAMPLE_TIP + 1, 2_147_483_647];

it('an anchor of N starts with the block below N', async () => {
  for (const anchor of ANCHORS) {
    for (const limit of [1, 3, 10]) {
      const newest = Math.min(anchor, SAMPLE_TIP + 1) - 1;
      const expected = Array.from({ length: Math.min(limit, newest + 1) }, (_, index) => newest - index);
      const page = await list(`before_height=${anchor}&limit=${limit}`);
      expect([anchor, limit, heightsOf(page)]).toEqual([anchor, limit, expected]);
    }
  }
});

it('next_before_height is the lowest height on the page, else the anchor, else 0', async () => {
  for (const anchor of [undefined, ...ANCHORS]) {
    for (const offset of OFFSETS) {
      const anchored = anchor === undefined ? '' : `before_height=${anchor}&`;
      const page = await list(`${anchored}limit=2&offset=${offset}`);
      const lowest = heightsOf(page).at(-1);
      const { next_before_height: next, total, count } = page.pagination;
      expect([anchor, offset, next]).toEqual([anchor, offset, lowest ?? anchor ?? 0]);
      expect([total, count]).toEqual([SAMPLE_TIP + 1, page.items.length]);
    }
  }
});

it('next_before_height leads through the whole chain, whatever the page size', async () => {
  for (const limit of [1, 4, 7, 10]) {
    const seen: number[] = [];
    let query = `limit=${limit}`;
    for (let page = await list(query); page.items.length > 0; page = await list(query)) {
      seen.push(...heightsOf(page));
      query = `limit=${limit}&before_height=${page.pagination.next_before_height}`;
    }
    expect(seen).toEqual(Array.from({ length: SAMPLE_TIP + 1 }, (_, index) => SAMPLE_TIP - index));
  }
});
