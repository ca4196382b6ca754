/** The balance of an account from a block on. */
export interface BalancePoint {
  /** Unix seconds: the block's time. */
  readonly time: number;
  /** Pebbles. */
  readonly balance: bigint;
}

/**
 * The part of a series from a moment on. The balance at that moment is its first point, where it is known; a series that
 * begins later stays whole.
 * @param points oldest first
 */
export function pointsFrom(points: readonly BalancePoint[], from: number): BalancePoint[] {
  const before = points.findLastIndex(({ time }) => time <= from);
  if (before === -1) return [...points];
  return [{ time: from, balance: points[before]!.balance }, ...points.slice(before + 1)];
}

/** The same points with one at `until`, up to which the newest balance holds. */
export function pointsUntil(points: readonly BalancePoint[], until: number): readonly BalancePoint[] {
  const newest = points.at(-1);
  return newest === undefined || newest.time >= until
    ? points
    : [...points, { time: until, balance: newest.balance }];
}

/** @returns the balance at a moment, in pebbles; `undefined` before the first point */
export function balanceAt(points: readonly BalancePoint[], moment: number): bigint | undefined {
  return points.findLast(({ time }) => time <= moment)?.balance;
}

/** A block may carry an earlier time than the one below it; on an axis time does not go back. */
export function risingTimes(points: readonly BalancePoint[]): number[] {
  let latest = -Infinity;
  return points.map(({ time }) => (latest = Math.max(latest, time)));
}
