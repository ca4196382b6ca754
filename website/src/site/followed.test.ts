// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { follow, followed, MOST_FOLLOWED, unfollow, watchedTransactions } from './followed.ts';

const id = (name: number) => String(name).padStart(64, '0');
const watch = (name: number) => follow(id(name), { watched: true });

beforeEach(() => localStorage.clear());

it('a transaction that the reader watches makes no room for another', () => {
  for (let name = 1; name <= MOST_FOLLOWED; name += 1) expect(watch(name)).toBe(true);
  const all = watchedTransactions();
  expect(watch(9)).toBe(false);
  expect(follow(id(9))).toBe(false);
  expect(watchedTransactions()).toEqual(all);
  expect(follow(id(1), { block: 12 })).toBe(true);
  unfollow(id(2));
  expect(watch(9)).toBe(true);
});

it('the oldest that was only visited makes room', () => {
  watch(1);
  for (let name = 2; name <= MOST_FOLLOWED; name += 1) follow(id(name));
  expect(watch(9)).toBe(true);
  expect(followed(id(2))).toBeUndefined();
  expect(followed(id(3))).toBeDefined();
  expect(watchedTransactions().map((one) => one.id)).toEqual([id(1), id(9)]);
});
