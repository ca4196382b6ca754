import { describe, expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const [HOUR, DAY] = [3_600, 86_400];
const START = Date.UTC(2026, 10, 3, 5) / 1_000;
const WEEK_START = Date.UTC(2026, 10, 2) / 1_000;
const buckets = (from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index * step);
const dates = (times: number[]) => times.map((time) => new Date(time * 1_000).toISOString().slice(0, 13));

describe('the ticks of a time axis', () => {
  it.each([
    ['hours', START, HOUR, 24, 3, ['2026-11-03T12', '2026-11-04T00']],
    ['a week of hours', START, HOUR, 60, 3, ['2026-11-04T00', '2026-11-05T00']],
    ['days', START - 5 * HOUR, DAY, 60, 3, ['2026-12-01T00', '2027-01-01T00']],
    ['weeks', WEEK_START, 7 * DAY, 70, 2, ['2027-01-04T00', '2028-01-03T00']],
  ] as const)('are %s that begin a period', (_, from, step, count, most, ticks) => {
    expect(dates(timeTicks(buckets(from, step, count), most))).toEqual(ticks);
  });

  it('are always buckets, and never more than there is room for', () => {
    for (const [step, count] of [
      [HOUR, 750],
      [DAY, 750],
      [7 * DAY, 750],
    ] as const) {
      const times = buckets(WEEK_START, step, count);
      for (const most of [1, 3, 8, 20]) {
        const ticks = timeTicks(times, most);
        expect(ticks.length).toBeLessThanOrEqual(most);
        expect(ticks.every((tick) => times.includes(tick))).toBe(true);
      }
      expect(timeTicks(times, 8).length).toBeGreaterThan(1);
    }
  });
});
