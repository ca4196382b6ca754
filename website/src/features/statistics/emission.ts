import { emittedUpTo, HALVING_INTERVAL, subsidyAt } from '@cairn/protocol';
import { timeParts } from '@cairn/ui';
import type { Locale } from '../../site/locale.ts';

/** Number of halvings that the curve shows: only a thousandth of all coins is created after them. */
const SHOWN_HALVINGS = 10;

/** Pebbles that all blocks will create, the genesis block not included. */
export function emittedInAll(): bigint {
  let height = HALVING_INTERVAL;
  while (subsidyAt(height) > 0n) height += HALVING_INTERVAL;
  return emittedUpTo(height);
}

/** First height whose subsidy is lower than that of block `height + 1`; `undefined` if that one creates no coins. */
export function nextHalving(height: number): number | undefined {
  return subsidyAt(height + 1) === 0n ? undefined : eraEnd(height + 1) + 1;
}

/** The next seven halvings: the first block with a lower reward, and that reward. @param height of the newest block */
export function halvingsAfter(height: number): { height: number; reward: bigint }[] {
  const next = nextHalving(height);
  if (next === undefined) return [];
  return Array.from({ length: 7 }, (_, index) => next + index * HALVING_INTERVAL)
    .map((at) => ({ height: at, reward: subsidyAt(at) }))
    .filter(({ reward }) => reward > 0n);
}

/** Seconds up to which a day is expected: later, a month. */
const DAYS = 60 * 86_400;

/** When something comes that is expected in so many seconds: `2028-11`, or its day if it is near. @param now Unix seconds */
export function expectedDate(now: number, seconds: number, locale: Locale): string {
  const { month, date } = timeParts(now + seconds, { locale });
  return seconds > DAYS ? month : date;
}

/** Last height of the era of `height`. An era is the blocks between two halvings. */
function eraEnd(height: number): number {
  return (Math.floor(height / HALVING_INTERVAL) + 1) * HALVING_INTERVAL - 1;
}

/**
 * Heights at which the emission curve is drawn, ascending: four in each era, and the tip.
 * @param tip height of the newest block
 */
export function curveHeights(tip: number): number[] {
  const quarter = HALVING_INTERVAL / 4;
  const heights = Array.from({ length: SHOWN_HALVINGS * 4 + 1 }, (_, index) => index * quarter);
  return [...new Set([...heights, tip])].sort((a, b) => a - b);
}
