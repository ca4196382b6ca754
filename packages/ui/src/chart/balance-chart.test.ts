import { expect, test } from 'vitest';
import { pointsFrom, pointsUntil, risingTimes } from './balance-chart.tsx';

const points = [
  { time: 10, balance: 1n },
  { time: 20, balance: 20n },
  { time: 30, balance: 30n },
];

test('the part of a series from a time on begins with the balance at that time', () => {
  expect(pointsFrom(points, 25)).toEqual([
    { time: 25, balance: 20n },
    { time: 30, balance: 30n },
  ]);
  expect(pointsFrom(points, 5)).toEqual(points);
  expect(pointsFrom(points, 99)).toEqual([{ time: 99, balance: 30n }]);
});

test('the newest balance extends to the right edge', () => {
  expect(pointsUntil(points, 40)).toEqual([...points, { time: 40, balance: 30n }]);
  for (const until of [30, 29, -1]) expect(pointsUntil(points, until)).toBe(points);
  expect(pointsUntil([], 40)).toEqual([]);
});

test('times on the axis do not decrease when a block is older than its parent', () => {
  expect(risingTimes([...points, { time: 25, balance: 5n }])).toEqual([10, 20, 30, 30]);
});
