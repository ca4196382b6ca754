/** The bounds of the pool (PROTOCOL.md section 7). A test may lower the counts; the node never does. */
export interface MempoolPolicy {
  /** Smallest fee that is admitted, in pebbles. */
  readonly minimumFee: bigint;
  /** Pending transactions of one sender. */
  readonly pendingPerSender: number;
  /** Pending transactions of all senders together. */
  readonly pendingInAll: number;
  /** How long a transaction may stay without being confirmed. */
  readonly staySeconds: number;
}

/** PROTOCOL.md section 7. */
export const MEMPOOL_POLICY: MempoolPolicy = {
  minimumFee: 1n,
  pendingPerSender: 64,
  pendingInAll: 20_000,
  staySeconds: 72 * 3_600,
};

/**
 * The smallest fee, in pebbles, that replaces a pending transaction: at least 10 % and at least 1 pebble more than the
 * one it replaces, rounded up.
 */
export function minimumReplacementFee(currentFee: bigint): bigint {
  const tenPercentMore = (currentFee * 11n + 9n) / 10n;
  return tenPercentMore > currentFee ? tenPercentMore : currentFee + 1n;
}
