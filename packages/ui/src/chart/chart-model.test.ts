import { describe, expect, it } from 'vitest';
import { type ChartData, indexAfterKey, pointText } from './chart-model.ts';

const data: ChartData = {
  xs: [7, 8],
  xLabel: 'Block',
  xText: (index) => ['7', '8'][index] ?? '',
  xTick: String,
  label: 'Fees',
  values: [0, 0.5],
  text: (index) => ['0.00 CRN', '0.50 CRN'][index] ?? '',
  yTick: String,
};

describe('the points of a chart', () => {
  it('describes each point exactly', () => {
    expect(pointText(data, 1)).toBe('Block 8: Fees 0.50 CRN');
  });

  it.each([
    ['ArrowRight', 3, 4],
    ['ArrowUp', 3, 4],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 0, 0],
    ['ArrowRight', 19, 19],
    ['PageUp', 3, 13],
    ['PageDown', 3, 0],
    ['Home', 3, 0],
    ['End', 3, 19],
    ['Tab', 3, undefined],
  ])('%s moves from point %i of 20 to %s', (key, from, to) => {
    expect(indexAfterKey(key, from, 20)).toBe(to);
  });
});
