import type { ChartKind } from './chart-model.ts';

/** Part of a step chart's width that its newest value has at least. */
const NEWEST = 0.02;

/**
 * Both ends of the x axis: bars need half a step of room at each, the newest value of a step needs room to hold in, and a
 * single point needs room at all.
 */
export function xRange(
  xs: readonly number[],
  kinds: readonly ChartKind[],
  low: number,
  high: number,
): [number, number] {
  if (xs.length === 1) return [xs[0]! - 1, xs[0]! + 1];
  if (low === high) return [low - 1, high + 1];
  const half = kinds.includes('bars') ? (high - low) / (xs.length - 1) / 2 : 0;
  const held = kinds.includes('step') ? Math.max(1, (high - low) * NEWEST) : 0;
  return [low - half, high + Math.max(half, held)];
}
