import { describe, expect, it } from 'vitest';
import { blockAt, blocksFrom } from '../../test/live-support.ts';
import { linkedTop, loadParts, partsBelow } from './block-parts.ts';

it('splits what is wanted into answers of ten at most, down to the genesis block', () => {
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

describe('parts of a list', () => {
  it('are asked for a few at once, and keep their order', async () => {
    let [open, most] = [0, 0];
    const explorer = {
      listBlocks: async ({ before_height = 0, limit = 10 }: Asked = {}) => {
        open += 1;
        most = Math.max(most, open);
        // The later part answers first.
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

describe('the newest blocks that hang together', () => {
  const blocks = [9, 8, 7, 6, 5].map((height) => blockAt(height));

  it('are all of one history', () => {
    expect(linkedTop(blocks)).toEqual(blocks);
    expect(linkedTop([])).toEqual([]);
  });

  it('end where another history begins', () => {
    const broken = blocks.with(2, blockAt(7, { history: 'b' }));
    expect(linkedTop(broken)).toEqual(broken.slice(0, 2));
  });
});
