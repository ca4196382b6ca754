import type { BalancePoint } from '@cairn/wallet';

/** A drawn line: places in a box of `width` × `height`, the origin at its upper left corner. */
export interface PlotShape {
  /** Path of the line: level between two points, then up or down at once, as a balance moves. */
  readonly line: string;
  /** The same, closed along the bottom; only where the bottom is nothing, so that the area is as large as it looks. */
  readonly area: string | undefined;
  /** Where each point is. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** Unix seconds of the left and the right edge. */
  readonly from: number;
  readonly to: number;
  /** Smallest and largest balance, in pebbles. */
  readonly low: bigint;
  readonly high: bigint;
}

/** The box shows at least this part of the highest balance: a trifle is to look like one. */
const LEAST_SHARE = 20n;

/** Share of the width that the last balance has at least, so that its level is seen and not only the step to it. */
const LAST_SHARE = 0.06;

/** Resolution with which a balance is put between the lowest and the highest. */
const STEPS = 10_000n;

/**
 * Draws balances over time. Exact until the last step: only places on the screen are floating point.
 * @param points oldest first, at least one
 * @param until Unix seconds: the right edge, to which the last balance holds
 */
export function drawPlot(
  points: readonly BalancePoint[],
  until: number,
  { width, height }: { width: number; height: number },
): PlotShape {
  const times = risingTimes(points);
  const from = times[0]!;
  const last = times.at(-1)!;
  const span = Math.max(1, until - from, (last - from) / (1 - LAST_SHARE));
  const [low, high] = extremes(points);
  const [bottom, top] = edges(low, high);
  const places = points.map(({ balance }, index) => ({
    x: round(((times[index]! - from) / span) * width),
    y: round(height - Number(((balance - bottom) * STEPS) / (top - bottom)) * (height / Number(STEPS))),
  }));
  const [first, ...rest] = places;
  const steps = rest.map(({ x, y }) => `H${x}V${y}`).join('');
  const line = `M${first!.x} ${first!.y}${steps}H${width}`;
  const area = bottom === 0n ? `${line}V${height}H0Z` : undefined;
  return { line, area, places, from, to: from + span, low, high };
}

/**
 * The part of a series from a moment on. What the balance was at that moment is its first point, as far as that is
 * known; a series that begins later stays whole.
 */
export function cutSeries(points: readonly BalancePoint[], from: number): BalancePoint[] {
  const before = points.findLastIndex(({ time }) => time <= from);
  if (before === -1) return [...points];
  return [{ time: from, balance: points[before]!.balance }, ...points.slice(before + 1)];
}

/** A point of a line: its position in the box, and the balance at that time. */
export interface PlotReading {
  /** Unix seconds, within the line. */
  readonly moment: number;
  readonly x: number;
  readonly y: number;
  /** Pebbles. */
  readonly balance: bigint;
}

/**
 * Reads a line at a moment; one outside the line is moved to its edge.
 * @param points those that the shape was drawn from
 * @param moment Unix seconds
 * @param width that the shape was drawn with
 */
export function readPlot(
  shape: PlotShape,
  points: readonly BalancePoint[],
  moment: number,
  width: number,
): PlotReading {
  const { from, to, places } = shape;
  const inside = Math.min(Math.max(moment, from), to);
  const x = round(((inside - from) / (to - from)) * width);
  const index = Math.max(
    0,
    risingTimes(points).findLastIndex((time) => time <= inside),
  );
  return { moment: inside, x, y: places[index]!.y, balance: points[index]!.balance };
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** Seconds between two moments that the slider stops at: days for what lasts weeks, and less for less. */
export function stepOf({ from, to }: Pick<PlotShape, 'from' | 'to'>): number {
  const span = to - from;
  if (span > 14 * DAY) return DAY;
  return span > DAY / 2 ? HOUR : MINUTE;
}

function extremes(points: readonly BalancePoint[]): [low: bigint, high: bigint] {
  let low = points[0]!.balance;
  let high = low;
  for (const { balance } of points) {
    if (balance < low) low = balance;
    if (balance > high) high = balance;
  }
  return [low, high];
}

/** The balances at the bottom and the top of the box; never the same. */
function edges(low: bigint, high: bigint): [bottom: bigint, top: bigint] {
  // Many balances begin at nothing: a line that starts near it shows all of its height.
  if (low * 3n < high) return [0n, high];
  const least = high / LEAST_SHARE + 1n;
  const missing = least > high - low ? least - (high - low) : 0n;
  const below = missing / 2n;
  return [low - below, high + missing - below];
}

/** Blocks may carry a time before that of the block below; on the axis time only goes on. */
function risingTimes(points: readonly BalancePoint[]): number[] {
  let latest = -Infinity;
  return points.map(({ time }) => (latest = Math.max(latest, time)));
}

function round(place: number): number {
  return Math.round(place * 100) / 100;
}
