/** Unit of an axis, which determines the steps between its ticks. `integer`: whole numbers. */
export type AxisUnit = 'integer' | 'seconds' | 'bytes';

/** One series of values over time or over blocks, and how its values are written. */
export interface ChartData {
  /** The x values, ascending: heights, or Unix seconds. */
  readonly xs: readonly number[];
  /** Name of the x values: `Block`. */
  readonly xLabel: string;
  /** The x at an index as text, for the table and the tooltip. */
  readonly xText: (index: number) => string;
  /** Short text of an x for the axis. */
  readonly xTick: (x: number) => string;
  /** The x values that an axis with room for so many labels names; by default round steps. */
  readonly xTicks?: ((most: number) => readonly number[]) | undefined;
  /** Name of the values: `Fees`. */
  readonly label: string;
  /**
   * A value for each x; `null` if it has none. For drawing only: amounts lose digits here, so screen readers and the
   * table get `text`.
   */
  readonly values: readonly (number | null)[];
  /** The exact value at an index as text. */
  readonly text: (index: number) => string;
  /** Short text of a y for the axis. */
  readonly yTick: (y: number) => string;
  /** Unit of the y values if they are whole numbers, so that the ticks are at whole steps; `undefined` otherwise. */
  readonly yUnit?: AxisUnit | undefined;
  /** False if the y axis may begin above zero; true by default. */
  readonly fromZero?: boolean | undefined;
  /** Index of the last value that stays as it is; what follows is hatched. The last one by default. */
  readonly settled?: number | undefined;
}

/** Describes one point: `Block 1,234: Fees 0.5 CRN`. */
export function pointText({ xLabel, xText, label, text }: ChartData, index: number): string {
  return `${xLabel} ${xText(index)}: ${label} ${text(index)}`;
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
