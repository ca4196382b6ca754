export interface BackOff {
  /** Longest pause before the first new attempt. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Milliseconds before a new attempt: doubled each time, and random in its upper half, so that the readers of a node that
 * starts again do not all come at once.
 * @param attempts failed attempts so far, 0 for the first pause
 * @param random from 0 to 1
 */
export function backOff(attempts: number, { firstMs, longestMs }: BackOff, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(attempts, 30));
  return whole * (0.5 + random / 2);
}
