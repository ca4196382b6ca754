import { HALVING_INTERVAL, subsidyAt } from '@cairn/protocol';

/** Halvings that the curve shows: what comes after them is a thousandth of all coins. */
const SHOWN_HALVINGS = 10;

/** Pebbles that the blocks from 1 to a height create. */
export function emittedUpTo(height: number): bigint {
  let sum = 0n;
  for (let from = 1; from <= height; from = eraEnd(from) + 1) {
    sum += subsidyAt(from) * BigInt(Math.min(eraEnd(from), height) - from + 1);
  }
  return sum;
}

/** Pebbles that all blocks will create. */
export function emittedInAll(): bigint {
  let height = HALVING_INTERVAL;
  while (subsidyAt(height) > 0n) height += HALVING_INTERVAL;
  return emittedUpTo(height);
}

/** First height of a lower subsidy above a height; `undefined` where no coin is created any more. */
export function nextHalving(height: number): number | undefined {
  return subsidyAt(height + 1) === 0n ? undefined : eraEnd(height + 1) + 1;
}

/** Last block of the era of a height. */
function eraEnd(height: number): number {
  return (Math.floor(height / HALVING_INTERVAL) + 1) * HALVING_INTERVAL - 1;
}

/**
 * Heights of the emission curve: four in each era, and the tip among them.
 * @param tip height of the newest block
 */
export function curveHeights(tip: number): number[] {
  const quarter = HALVING_INTERVAL / 4;
  const heights = Array.from({ length: SHOWN_HALVINGS * 4 + 1 }, (_, index) => index * quarter);
  return [...new Set([...heights, tip])].sort((a, b) => a - b);
}
