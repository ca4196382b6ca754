import { PEBBLES_PER_CRN } from '../amount.ts';

/** Pebbles that a block creates before the first halving: 50 CRN. */
export const INITIAL_SUBSIDY = 50n * PEBBLES_PER_CRN;
/** Blocks between halvings. */
export const HALVING_INTERVAL = 1_051_200;

/** Pebbles that the block at this height creates (PROTOCOL.md section 5; genesis has its own rule). @param height ≥ 1 */
export function subsidyAt(height: number): bigint {
  return INITIAL_SUBSIDY >> BigInt(Math.floor(height / HALVING_INTERVAL));
}

/** Pebbles that blocks 1 to `height` create. */
export function emittedUpTo(height: number): bigint {
  let sum = 0n;
  for (let from = 1; from <= height;) {
    const end = Math.min(height, (Math.floor(from / HALVING_INTERVAL) + 1) * HALVING_INTERVAL - 1);
    sum += subsidyAt(from) * BigInt(end - from + 1);
    from = end + 1;
  }
  return sum;
}
