import { describe, expect, it } from 'vitest';
import { blockAt, blocksFrom } from '../../test/live-support.ts';
import { countNew, withTip } from './newest-blocks.ts';

describe('a tip on top of the newest blocks', () => {
  it('joins what it follows, and keeps the length', () => {
    const next = withTip(blocksFrom(20, 5), { network: 'devnet', ...blockAt(21) }, 5);
    expect(next?.items.map(({ height }) => height)).toEqual([21, 20, 19, 18, 17]);
    expect(next?.pagination).toMatchObject({ total: 22, next_before_height: 17, count: 5 });
    expect(next?.items[0]).toEqual(blockAt(21));
  });

  it('changes nothing when it is known', () => {
    const list = blocksFrom(20, 5);
    expect(withTip(list, blockAt(20), 5)).toBe(list);
  });

  it.each([
    ['missed blocks', blockAt(23)],
    ['a step back', blockAt(19)],
    ['another block of the same height', blockAt(21, { history: 'b' })],
  ])('tells of %s', (_what, tip) => expect(withTip(blocksFrom(20, 5), tip, 5)).toBeUndefined());

  it('begins an empty list with the genesis block alone', () => {
    expect(withTip(blocksFrom(-1, 5), blockAt(0), 5)?.items).toHaveLength(1);
    expect(withTip(blocksFrom(-1, 5), blockAt(7), 5)).toBeUndefined();
  });
});

it('counts what is new, and all where nothing joins', () => {
  expect(countNew(blocksFrom(23, 5).items, blocksFrom(20, 5).items)).toBe(3);
  expect(countNew(blocksFrom(20, 5).items, blocksFrom(20, 5).items)).toBe(0);
  expect(countNew(blocksFrom(90, 5).items, blocksFrom(20, 5).items)).toBe(5);
});
