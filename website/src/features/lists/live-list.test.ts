import { expect, it } from 'vitest';
import { blockAt, blocksFrom } from '../../../test/live-support.ts';
import { changeOf } from './live-list.tsx';

const shown = blocksFrom(20, 5).items;

it('finds the new rows, or all rows if both lists have none in common', () => {
  const newer = blocksFrom(23, 5).items;
  expect(changeOf(newer, shown)).toEqual({ added: newer.slice(0, 3), isReplaced: false });
  expect(changeOf(shown, shown)).toEqual({ added: [], isReplaced: false });
  const all = blocksFrom(90, 5).items;
  expect(changeOf(all, shown)).toEqual({ added: all, isReplaced: false });
});

it('finds a new row in the middle of a list that is not by time', () => {
  const row = blockAt(90);
  expect(changeOf(shown.with(2, row), shown).added).toEqual([row]);
  expect(changeOf(shown.toSpliced(2, 0, row).slice(0, 5), shown)).toEqual({
    added: [row],
    isReplaced: false,
  });
});

it('finds only the rows that a reorganization has replaced', () => {
  const branch = [21, 20, 19, 18].map((height) => blockAt(height, { branch: 'b', shared: 19 }));
  expect(changeOf(branch, shown)).toEqual({ added: branch.slice(0, 2), isReplaced: true });
});
