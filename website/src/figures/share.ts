const SCALE = 1_000_000_000n;

/**
 * A part of a whole as a number from 0 to 1, for percentages and bars; both are exact until the division.
 * @returns 0 for a whole of nothing
 */
export function shareOf(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number((part * SCALE) / whole) / Number(SCALE);
}
