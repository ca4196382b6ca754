import { MAX_FUTURE_SECONDS, medianTime } from '@cairn/protocol';

/** The chain's median time runs so far ahead of the clock that no valid timestamp is left; it passes by waiting. */
export class ClockBehindError extends Error {
  readonly code = 'clock_behind_chain';

  constructor(secondsAhead: number) {
    super(
      `the newest blocks are dated ${secondsAhead} s ahead of this machine's clock, and a block may be at most ${MAX_FUTURE_SECONDS} s ahead: set the clock right, or wait before mining more`,
    );
    this.name = 'ClockBehindError';
  }
}

/**
 * The timestamp of the next block, in Unix seconds: the clock's time, or one second past the median where many blocks
 * were mined in less time than that (PROTOCOL.md section 5, rule 2).
 * @param lastTimestamps of the newest 11 blocks, or all there are
 * @param now Unix seconds
 * @throws ClockBehindError when even that lies more than 7,200 s ahead of the clock
 */
export function nextTimestamp(lastTimestamps: readonly number[], now: number): number {
  const earliest = medianTime(lastTimestamps) + 1;
  if (earliest > now + MAX_FUTURE_SECONDS) throw new ClockBehindError(earliest - now);
  return Math.max(now, earliest);
}
