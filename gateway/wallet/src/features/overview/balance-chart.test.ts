import { expect, test } from 'vitest';
import { chartOf } from './balance-chart.tsx';

const series = [10, 20, 30, 25].map((time) => ({ time, balance: BigInt(time) * 10n ** 8n }));
const chart = chartOf(series, { until: 40, unit: 'crn', timeZone: 'utc' });

test('the balance is drawn from the second change to now, and no block makes the axis go back', () => {
  expect(chart.xs).toEqual([20, 30, 30, 40]);
  expect(chart.values).toEqual([20, 30, 25, 25]);
  expect(chart.xText(3)).toBe('now');
  expect(chart.text(3)).toBe('25.00\u00a0CRN');
});

test('one change is enough', () => {
  expect(chartOf(series.slice(0, 1), { until: 10, unit: 'crn', timeZone: 'utc' }).xs).toEqual([10]);
});
