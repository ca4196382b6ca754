import { expect, it } from 'vitest';
import { blocksFrom } from '../../../test/live-support.ts';
import { countNew } from './live-list.tsx';

it('counts the new rows, or all rows if both lists have none in common', () => {
  expect(countNew(blocksFrom(23, 5).items, blocksFrom(20, 5).items)).toBe(3);
  expect(countNew(blocksFrom(20, 5).items, blocksFrom(20, 5).items)).toBe(0);
  expect(countNew(blocksFrom(90, 5).items, blocksFrom(20, 5).items)).toBe(5);
});
