/** How a series is drawn. `step` holds each value until the next one. */
export type ChartKind = 'bars' | 'line' | 'area' | 'step';

/** One row of values, drawn in one ink. */
export interface ChartSeries {
  readonly label: string;
  readonly kind: ChartKind;
  /** Ink of the design system's chart colours. */
  readonly ink: 1 | 2 | 3 | 4;
  /**
   * One for each x; `null` where there is none. They are for the eye alone: amounts of coins lose digits here, and what
   * is read out and stands in the table comes from `text`.
   */
  readonly values: readonly (number | null)[];
  /** Exact wording of the value at an index. */
  readonly text: (index: number) => string;
}

/** Whole numbers, seconds, or bytes. */
export type ChartSteps = 'ones' | 'seconds' | 'bytes';

export interface ChartData {
  /** Ascending: heights, or Unix seconds. */
  readonly xs: readonly number[];
  /** Name of the x values: `Block`. */
  readonly xLabel: string;
  /** Wording of the x at an index, for the table and the pointer. */
  readonly xText: (index: number) => string;
  /** Short wording of an x for the axis. */
  readonly xTick: (x: number) => string;
  /** Unit of the x values: whole numbers by default. Ticks of Unix seconds are at whole hours and days, UTC. */
  readonly xSteps?: ChartSteps | undefined;
  /** Short wording of a y for the axis. */
  readonly yTick: (y: number) => string;
  readonly series: readonly ChartSeries[];
  /** Unit of whole y values: the axis then has no halves, and steps that suit the unit. */
  readonly steps?: ChartSteps | undefined;
  /** Whether the y axis begins at zero, as it must for bars; true by default. */
  readonly fromZero?: boolean | undefined;
}

/** One point in words: `Block 1,234: Transactions 12, Fees 0.5 CRN`. */
export function pointText({ xLabel, xText, series }: ChartData, index: number): string {
  const values = series.map(({ label, text }) => `${label} ${text(index)}`);
  return `${xLabel} ${xText(index)}: ${values.join(', ')}`;
}

const PAGE = 10;

/**
 * Where a key leads from an index.
 * @returns `undefined` for a key that the chart does not use
 */
export function indexAfterKey(key: string, index: number, length: number): number | undefined {
  const last = length - 1;
  const clamp = (next: number) => Math.min(last, Math.max(0, next));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(index + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp(index - 1);
    case 'PageUp':
      return clamp(index + PAGE);
    case 'PageDown':
      return clamp(index - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
