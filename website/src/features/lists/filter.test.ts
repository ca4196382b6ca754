import { expect, it } from 'vitest';
import { queryOf, readFilter, timesOf } from './filter.ts';

const read = (query: string, by: 'direction' | 'kind' = 'direction') =>
  readFilter(by, new URLSearchParams(query));

it.each([
  ['direction', '?direction=in&range=1h&order=largest'],
  ['direction', '?from=2026-02-01&to=2026-02-03'],
  ['kind', '?kind=transfer&from=2026-02-01'],
  ['kind', ''],
] as const)('a filter by %s is in the URL and comes back from it: "%s"', (by, query) => {
  expect(queryOf(read(query, by))).toBe(query);
});

it.each([
  ['what is invalid counts as absent', 'direction=up&range=2h&order=x&from=2026-02-31&to=1969-01-01', ''],
  [
    'days in the wrong order are exchanged',
    'from=2026-02-03&to=2026-02-01',
    '?from=2026-02-01&to=2026-02-03',
  ],
  ['a range goes before days', 'range=1h&from=2026-02-01', '?range=1h'],
  ['another list’s parameter means nothing', 'kind=transfer', ''],
])('%s', (_rule, query, expected) => {
  expect(queryOf(read(query))).toBe(expected);
});

it('a range ends now, and a day at its last second', () => {
  expect(timesOf(read('range=1h'), 10_000)).toEqual({ from_time: 6_400 });
  expect(timesOf(read('range=30d'), 10_000)).toEqual({ from_time: 0 });
  const february = 1_769_904_000;
  expect(timesOf(read('from=2026-02-01&to=2026-02-01'), 0)).toEqual({
    from_time: february,
    to_time: february + 86_399,
  });
});
