import type { SeriesFigure } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { chartOf, figuresOf, headlineOf, isWorthDrawing, steadyText } from './figures.ts';
import { translationsFor } from './texts.ts';
import { type Line, type Wall, wallParams, wallPath } from './wall-data.ts';

const translations = translationsFor('en');

const HOUR = 3_600;
/** 14:00 on 27 November 2026. */
const START = Date.UTC(2026, 10, 27, 14) / 1_000;

/** A wall of a day: each hour has one block of as many transactions as given, and the figures given. */
function dayOf(transactions: number[], more: Partial<Record<SeriesFigure, Line['values']>> = {}): Wall {
  const lines = { transactions, size: transactions.map((count) => 118 + 213 * count), ...more };
  return {
    range: 'day',
    height: 100,
    step: 'hour',
    stepLength: HOUR,
    lines: Object.fromEntries(
      Object.entries(lines).map(([figure, values]) => [figure, { from: START, values }]),
    ),
  };
}

const hours = <Value>(value: (hour: number) => Value) => Array.from({ length: 48 }, (_, hour) => value(hour));

describe('the headline of a figure', () => {
  it('is the sum of the range, whose complete hours are compared with as many before', () => {
    const wall = dayOf(hours((hour) => (hour < 24 ? 10 : 20)));
    expect(headlineOf(wall, 'transactions')).toMatchObject({ value: 24 * 20, change: 1, compared: 23 });
  });

  it('is the exact sum of amounts', () => {
    const wall = dayOf(
      hours(() => 1),
      { fees: hours((hour) => (hour < 24 ? '1' : '9007199254740993')) },
    );
    expect(headlineOf(wall, 'fees').value).toBe(24n * 9_007_199_254_740_993n);
  });

  it('is the newest total, compared with that before the range', () => {
    const wall = dayOf(
      hours(() => 1),
      { addresses: hours((hour) => 100 + hour) },
    );
    expect(headlineOf(wall, 'addresses')).toMatchObject({ value: 147, change: 147 / 123 - 1, compared: 0 });
  });

  it('is a mean of all blocks, not of the hours', () => {
    const values = hours((hour) => [40, 10][hour - 46] ?? null);
    const wall = dayOf(
      hours(() => 0),
      { block_interval: values },
    );
    const size = wall.lines.size!;
    // Three blocks in the last hour, one in the hour before.
    const lines = { ...wall.lines, size: { ...size, values: [...size.values.slice(0, -1), 3 * 118] } };
    expect(headlineOf({ ...wall, lines }, 'block_interval').value).toBe((40 + 3 * 10) / 4);
  });

  it('is that of the whole chain if the chain is younger than the range', () => {
    expect(headlineOf(dayOf(hours(() => 1)), 'transactions').range).toBe('day');
    expect(headlineOf(dayOf([1, 2, 3]), 'transactions').range).toBe('all');
  });

  it('has no change if the chain is too young, or had nothing before', () => {
    const young = dayOf(hours(() => 1).slice(0, 40));
    expect(headlineOf(young, 'transactions').change).toBeUndefined();
    const wall = dayOf(
      hours(() => 1),
      { fees: hours((hour) => (hour < 24 ? '0' : '5')) },
    );
    expect(headlineOf(wall, 'fees').change).toBeUndefined();
  });
});

describe('the chart of a figure', () => {
  const chart = chartOf(dayOf(hours((hour) => hour)), 'transactions', translations);

  it('shows the range alone, and hatches the hour that is not complete', () => {
    expect(chart.values).toEqual(hours((hour) => hour).slice(24));
    expect(chart.settled).toBe(22);
    expect(chart.values[22]).toBe(46);
  });

  it('writes times as all pages do, on the axis and in the table', () => {
    expect(chart.xText(0)).toBe('2026-11-28 14:00 UTC');
    expect(chart.xTick(chart.xs[0]!)).toBe('14:00');
    expect(chart.xTicks!(2).map(chart.xTick)).toEqual(['11-29', '12:00']);
    const german = chartOf(dayOf(hours((hour) => hour)), 'transactions', translationsFor('de'));
    expect(german.xText(0)).toBe('28.11.2026, 14:00 UTC');
    expect(german.xTicks!(2).map(german.xTick)).toEqual(['29.11.', '12:00']);
  });

  it('is not drawn below three changes', () => {
    const changes = (count: number) => dayOf(hours((hour) => Math.max(0, hour - 47 + count)));
    expect(isWorthDrawing(chartOf(changes(2), 'transactions', translations))).toBe(false);
    expect(isWorthDrawing(chartOf(changes(3), 'transactions', translations))).toBe(true);
  });

  it('is in words what hardly changes', () => {
    const said = (wall: Wall, figure: SeriesFigure = 'transactions') =>
      steadyText(chartOf(wall, figure, translations), wall.step, translations);
    expect(said(dayOf(hours(() => 7)))).toBe('7 each in 24 hours');
    expect(said(dayOf(hours((hour) => (hour === 47 ? 3 : 1))))).toBe('1 to 3 in 24 hours');
    expect(said(dayOf([5]))).toBe('5 in 1 hour');
    const none = dayOf(
      hours(() => 1),
      { fees: hours(() => '0'), block_interval: hours(() => null) },
    );
    expect(said(none, 'fees')).toBe('none in 24 hours');
    expect(said(none, 'block_interval')).toBe('no block');
  });

  it('is drawn in coins, and its texts are exact', () => {
    const wall = dayOf(
      hours(() => 1),
      { fees: hours((hour) => String(hour * 1_000_000)) },
    );
    const fees = chartOf(wall, 'fees', translations);
    expect(fees.values.at(-1)).toBe(0.47);
    expect(fees.text(23)).toBe('0.47\u00a0CRN');
  });
});

it('shows no figure of the work where a block needs none', () => {
  const wall = dayOf(
    hours(() => 1),
    { difficulty: hours(() => 2) },
  );
  expect(figuresOf(wall, true)).toEqual(['transactions', 'size', 'difficulty']);
  expect(figuresOf(wall, false)).toEqual(['transactions', 'size']);
});

it('keeps range and chart in the URL, and ignores what it does not know', () => {
  const params = (query: string) => wallParams(new URL(`http://explorer/statistics${query}`));
  expect(params('?range=week&figure=fees')).toEqual({ range: 'week', figure: 'fees' });
  expect(params('?range=decade&figure=price')).toEqual({ range: undefined, figure: undefined });
  expect(wallPath(params('?figure=fees&range=week'))).toBe('/statistics?range=week&figure=fees');
  expect(wallPath(params(''))).toBe('/statistics');
});
