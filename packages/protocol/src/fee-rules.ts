/** Smallest fee that a mempool accepts, in pebbles (PROTOCOL.md section 7). */
export const MIN_FEE = 1n;

/**
 * The smallest fee, in pebbles, of a replacement for a pending transaction with this fee: 10 % more, rounded up, and at least
 * 1 pebble more (PROTOCOL.md section 7). It may exceed the largest fee that fits in a transaction.
 */
export function minimumReplacementFee(fee: bigint): bigint {
  const tenPercentMore = (fee * 11n + 9n) / 10n;
  return tenPercentMore > fee ? tenPercentMore : fee + 1n;
}
