// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, it } from 'vitest';
import { Chart } from './chart.tsx';
import type { ChartData } from './chart-model.ts';

const root = document.createElement('div');
const printed = () =>
  [...root.querySelectorAll('.c-chart__print tbody tr')].map(({ textContent }) => textContent);

const data: ChartData = {
  xs: [7, 8],
  xLabel: 'Block',
  xText: (index) => `${7 + index}`,
  xTick: String,
  yTick: String,
  series: [{ label: 'Fees', kind: 'line', color: 1, values: [3, 4], text: (index) => ` ${3 + index} CRN` }],
};

afterEach(() => render(null, root));

it('a chart prints a table of values if its drawing has not loaded', async () => {
  await act(() => render(<Chart title="Fees" data={data} />, root));
  expect(printed()).toEqual([]);
  // The browser prints the page as it is when the event and its microtasks are over.
  dispatchEvent(new Event('beforeprint'));
  await Promise.resolve();
  expect(printed()).toEqual(['8 4 CRN', '7 3 CRN']);
  await act(() => void dispatchEvent(new Event('afterprint')));
  expect(printed()).toEqual([]);
});

it('a chart prints no table while there are no values', async () => {
  await act(() => render(<Chart title="Fees" data={undefined} />, root));
  await act(() => void dispatchEvent(new Event('beforeprint')));
  expect(root.querySelector('.c-chart__print')).toBeNull();
});
