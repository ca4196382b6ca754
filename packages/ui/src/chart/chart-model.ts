/** Form of a drawn series. `step` keeps each value until the next value. */
export type ChartKind = 'bars' | 'line' | 'area' | 'step';

/** One series of values, drawn in one colour. */
export interface ChartSeries {
  readonly label: string;
  readonly kind: ChartKind;
  /** Number of the chart colour in `tokens.css`. */
  readonly color: 1 | 2 | 3 | 4;
  /**
   * A value for each x; `null` if it has none. For drawing only: amounts lose digits here, so screen readers and the
   * table get `text`.
   */
  readonly values: readonly (number | null)[];
  /** The exact value at an index as text. */
  readonly text: (index: number) => string;
}

/** Unit of an axis, which determines the steps between its ticks. `integer`: whole numbers. */
export type AxisUnit = 'integer' | 'seconds' | 'bytes';

export interface ChartData {
  /** The x values, ascending: heights, or Unix seconds. */
  readonly xs: readonly number[];
  /** Name of the x values: `Block`. */
  readonly xLabel: string;
  /** The x at an index as text, for the table and the tooltip. */
  readonly xText: (index: number) => string;
  /** Short text of an x for the axis. */
  readonly xTick: (x: number) => string;
  /** Unit of the x values; `integer` by default. The ticks of Unix seconds are at whole hours and days in UTC. */
  readonly xUnit?: AxisUnit | undefined;
  /** Short text of a y for the axis. */
  readonly yTick: (y: number) => string;
  readonly series: readonly ChartSeries[];
  /** Unit of the y values if they are whole numbers, so that the ticks are at whole steps; `undefined` otherwise. */
  readonly yUnit?: AxisUnit | undefined;
  /** False if the y axis may begin above zero, which would distort bars; true by default. */
  readonly fromZero?: boolean | undefined;
}

/** Describes one point: `Block 1,234: Transactions 12, Fees 0.5 CRN`. */
export function pointText({ xLabel, xText, series }: ChartData, index: number): string {
  const values = series.map(({ label, text }) => `${label} ${text(index)}`);
  return `${xLabel} ${xText(index)}: ${values.join(', ')}`;
}

const PAGE = 10;

/** The index that a key moves to; `undefined` for a key that the chart does not use. */
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
