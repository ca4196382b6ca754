import { describe, expect, it } from 'vitest';
import { xRange } from './axes.ts';
import type { ChartData } from './chart-model.ts';

describe('the ends of the x axis', () => {
  it.each([
    ['an area fills the width', 'area', [10, 11, 14], [10, 14]],
    ['the newest value of a step chart is one block wide', 'step', [10, 11, 14], [10, 15]],
    ['the newest value of a long step chart stays visible', 'step', [0, 10, 1_000], [0, 1_020]],
    ['a single point is in the middle', 'step', [7], [6, 8]],
  ] as const)('%s', (_, kind, xs, range) => {
    expect(xRange({ kind, xs } as unknown as ChartData, xs[0], xs.at(-1)!)).toEqual(range);
  });
});
