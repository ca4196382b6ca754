import { expect, it } from 'vitest';
import { missedHeights, readResumePoint } from './resume-point.ts';

const ID = 'ab'.repeat(32);

it.each<[string | undefined, number | undefined, number | undefined, string?]>([
  [undefined, undefined, undefined],
  [undefined, 7, 7],
  ['5', 7, 5],
  [`5-${ID}`, 7, 5, ID],
  [`5-${ID}0`, 7, 7],
  [`5-${ID.toUpperCase()}`, undefined, undefined],
  ['0', undefined, 0],
  ['0005', undefined, 5],
  ['4294967295', undefined, 4_294_967_295],
  ['4294967296', 7, 7],
  ['', 7, 7],
  ['-1', undefined, undefined],
  ['1.5', undefined, undefined],
  [' 5', undefined, undefined],
  ['5, 6', undefined, undefined],
  ['tip', undefined, undefined],
])('Last-Event-ID %j and last_event_id %j mean %j', (header, query, height, id) => {
  expect(readResumePoint(header, query)).toEqual(height === undefined ? undefined : { height, id });
});

it.each<[number | undefined, number, number[]]>([
  [undefined, 9, []],
  [undefined, -1, []],
  [5, -1, []],
  [9, 9, []],
  [8, 9, [9]],
  [6, 9, [7, 8, 9]],
  [10, 9, [9]],
  [4_294_967_295, 9, [9]],
])('a client that has %j misses at tip %i the heights %j', (last, tip, expected) => {
  expect(missedHeights(last, tip)).toEqual(expected);
});

it('only the newest hundred of many missed tips are sent', () => {
  const missed = missedHeights(0, 1_000_000);
  expect([missed.length, missed[0], missed.at(-1)]).toEqual([100, 999_901, 1_000_000]);
});
