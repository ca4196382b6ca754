import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, endOfDay } from './exact-time.ts';
import { cutSeries, drawPlot, readPlot, stepOf } from './plot.ts';

const SIZE = { width: 100, height: 50 };

test('a balance moves in steps and holds until now', () => {
  const shape = drawPlot(
    [
      { time: 0, balance: 0n },
      { time: 50, balance: 10n },
      { time: 75, balance: 5n },
    ],
    100,
    SIZE,
  );
  expect(shape).toMatchObject({ low: 0n, high: 10n, line: 'M0 50H50V0H75V25H100' });
  expect(shape.area).toBe('M0 50H50V0H75V25H100V50H0Z');
});

test('a line is read at the moment that is asked for, with the balance that held then', () => {
  const points = [
    { time: 0, balance: 0n },
    { time: 50, balance: 10n },
    { time: 75, balance: 5n },
  ];
  const shape = drawPlot(points, 100, SIZE);
  const read = (moment: number) => readPlot(shape, points, moment, SIZE.width);
  expect(read(49)).toEqual({ moment: 49, x: 49, y: 50, balance: 0n });
  expect(read(50)).toEqual({ moment: 50, x: 50, y: 0, balance: 10n });
  expect(read(80)).toEqual({ moment: 80, x: 80, y: 25, balance: 5n });
  expect([read(-7).moment, read(1_000).moment]).toEqual([0, 100]);
});

test('a day that is asked for is read at its end, by the chosen clock', () => {
  const day = 86_400;
  const points = [0, 1, 2].map((index) => ({ time: index * day + 3_600, balance: BigInt(index) }));
  const shape = drawPlot(points, 5 * day, SIZE);
  const asked = endOfDay('1970-01-02', 'utc')!;
  expect(asked).toBe(2 * day - 1);
  expect(readPlot(shape, points, asked, SIZE.width).balance).toBe(1n);
  expect(dayOf(asked, 'utc')).toBe('1970-01-02');
  expect(dayOf(endOfDay('1970-01-02', 'local')!, 'local')).toBe('1970-01-02');
  expect(endOfDay('', 'utc')).toBeUndefined();
});

test.each([
  [400, 86_400],
  [2, 3_600],
  [0.1, 60],
])('over %i days the slider goes on by %i s', (days, step) => {
  expect(stepOf({ from: 0, to: days * 86_400 })).toBe(step);
});

test('one point is a level line', () => {
  expect(drawPlot([{ time: 5, balance: 7n }], 5, SIZE).line).toMatch(/^M0 [\d.]+H100$/);
});

test('a trifle looks like one: the box shows a twentieth of the balance at least', () => {
  const series = (low: bigint) => [
    { time: 0, balance: 10_000n },
    { time: 50, balance: low },
  ];
  const heights = drawPlot(series(9_999n), 100, SIZE).places.map(({ y }) => y);
  expect(Math.abs(heights[0]! - heights[1]!)).toBeLessThan(1);
  expect(heights.every((y) => y > 20 && y < 30)).toBe(true);
  // Larger values take the whole height.
  expect(drawPlot(series(9_000n), 100, SIZE).places.map(({ y }) => y)).toEqual([0, 50]);
  expect(drawPlot(series(9_999n), 100, SIZE)).toMatchObject({ low: 9_999n, high: 10_000n });
});

test('an area is filled from nothing on only', () => {
  const area = (low: bigint) =>
    drawPlot(
      [
        { time: 0, balance: low },
        { time: 1, balance: 90n },
      ],
      2,
      SIZE,
    ).area;
  expect(area(60n)).toBeUndefined();
  expect(area(0n)).toMatch(/Z$/);
});

test('the level of now is seen, however short it holds', () => {
  const points = [0, 1_000].map((time) => ({ time, balance: BigInt(1_000 - time) }));
  const { places, line } = drawPlot(points, 1_000, SIZE);
  expect(places[1]!.x).toBeCloseTo(94);
  expect(line).toMatch(/V50H100$/);
});

test('whatever the balances and times, every place is inside', () => {
  const point = fc.record({
    time: fc.integer({ min: 0, max: 2 ** 32 }),
    balance: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  });
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 50 }), fc.nat(), (points, until) => {
      const { places } = drawPlot(points, until, SIZE);
      expect(places.every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 50)).toBe(true);
      expect(places.every(({ x }, index) => index === 0 || x >= places[index - 1]!.x)).toBe(true);
    }),
  );
});

test('a part of a series begins with the balance that held then', () => {
  const points = [10, 20, 30].map((time) => ({ time, balance: BigInt(time) }));
  expect(cutSeries(points, 25)).toEqual([
    { time: 25, balance: 20n },
    { time: 30, balance: 30n },
  ]);
  expect(cutSeries(points, 5)).toEqual(points);
  expect(cutSeries(points, 99)).toEqual([{ time: 99, balance: 30n }]);
});
