import type uPlot from 'uplot';
import type { AxisUnit, ChartData } from './chart-model.ts';

const AXIS_HEIGHT = 24;
/** Minimum distance between two ticks in CSS pixels, on each axis. */
const TICK_SPACE_X = 72;
const TICK_SPACE_Y = 34;
const WHOLE_STEPS = [1, 2, 5].flatMap((step) => Array.from({ length: 12 }, (_, power) => step * 10 ** power));
WHOLE_STEPS.sort((a, b) => a - b);

const SUBMINUTE = [1, 2, 5, 10, 15, 30];
const DAY = 86_400;
/** Possible steps between ticks by unit: bytes use powers of two, seconds also whole minutes, hours and days. */
const TICK_STEPS: Readonly<Record<AxisUnit, number[]>> = {
  integer: WHOLE_STEPS,
  seconds: [
    ...SUBMINUTE,
    ...SUBMINUTE.map((step) => step * 60),
    ...[1, 2, 3, 6, 12].map((step) => step * 3_600),
    ...WHOLE_STEPS.map((step) => step * DAY),
  ],
  bytes: Array.from({ length: 40 }, (_, power) => 2 ** power),
};

/** Colours and font of the axes, as the browser computes them. */
export interface AxisStyle {
  readonly axis: string;
  readonly grid: string;
  /** In the form that a canvas takes: `11px …`. */
  readonly font: string;
}

/** The axes of a chart. @param data returns the chart's current values */
export function axesOf(data: () => ChartData, style: AxisStyle): uPlot.Axis[] {
  const { yUnit, xTicks } = data();
  const common: uPlot.Axis = { stroke: style.axis, font: style.font, ticks: { show: false }, gap: 6 };
  return [
    {
      ...common,
      grid: { show: false },
      size: AXIS_HEIGHT,
      space: TICK_SPACE_X,
      incrs: () => xSteps(data().xs),
      ...(xTicks && { splits: ({ width }) => [...(data().xTicks?.(width / TICK_SPACE_X) ?? [])] }),
      values: (_plot, splits) => withoutRepeats(splits.map((x) => xTickText(data(), x))),
    },
    {
      ...common,
      grid: { stroke: style.grid, width: 1 },
      size: widthOfTicks,
      space: TICK_SPACE_Y,
      ...(yUnit === undefined ? {} : { incrs: TICK_STEPS[yUnit] }),
      values: (_plot, splits) => splits.map((y) => data().yTick(y)),
    },
  ];
}

/** Width of the y axis, estimated from the characters of its longest label, because all digits have the same width. */
function widthOfTicks(_plot: uPlot, values: string[] | null): number {
  const longest = Math.max(1, ...(values ?? []).map((text) => text.length));
  return 14 + longest * 6.5;
}

/** The steps that are not shorter than the least distance of two values. */
function xSteps(xs: readonly number[]): number[] {
  const least = xs.slice(1).reduce((shortest, x, index) => Math.min(shortest, x - xs[index]!), Infinity);
  return WHOLE_STEPS.filter((step) => least === Infinity || step >= least);
}

/** The labels, without those that repeat the one before. */
const withoutRepeats = (labels: readonly string[]): string[] =>
  labels.map((label, index) => (label === labels[index - 1] ? '' : label));

/** Label of an x; empty outside the range of the values, where there are no blocks. */
function xTickText({ xs, xTick }: ChartData, x: number): string {
  return x < (xs[0] ?? x) || x > (xs.at(-1) ?? x) ? '' : xTick(x);
}

/**
 * Both ends of the y axis, with a margin. If `fromZero`, it begins at zero or at the lowest negative value; otherwise
 * just below the lowest value.
 */
export function yRange(low: number | null, high: number | null, fromZero: boolean): [number, number] {
  if (!fromZero && low !== null && high !== null) {
    const margin = (high - low) * 0.15 || Math.abs(high) * 0.01 || 1;
    return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin];
  }
  const top = high ?? 1;
  const bottom = Math.min(0, low ?? 0);
  return [bottom, top <= 0 ? 1 : top * 1.06];
}
