import { expect, it } from 'vitest';
import { blockAt, blocksFrom } from '../../../test/live-support.ts';
import { countNew } from './live-list.tsx';

it('counts the new rows, or all rows if both lists have none in common', () => {
  expect(countNew(blocksFrom(23, 5).items, blocksFrom(20, 5).items)).toBe(3);
  expect(countNew(blocksFrom(20, 5).items, blocksFrom(20, 5).items)).toBe(0);
  expect(countNew(blocksFrom(90, 5).items, blocksFrom(20, 5).items)).toBe(5);
});

it('counts only the rows that a reorganization has replaced', () => {
  const replaced = [21, 20, 19, 18].map((height) => blockAt(height, { branch: 'b', shared: 19 }));
  expect(countNew(replaced, blocksFrom(20, 5).items)).toBe(2);
});
