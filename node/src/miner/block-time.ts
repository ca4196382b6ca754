import { MAX_FUTURE_SECONDS, medianTime } from '@cairn/protocol';
import type { ChainReader } from '../chain/chain-reader.ts';

/** How many newest timestamps the median is taken of (PROTOCOL.md section 5, rule 2). */
const MEDIAN_WINDOW = 11;

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
 * The timestamp of a block on top of the tip, in Unix seconds: the clock's time, or one second past the median of the
 * newest 11 where many blocks were mined in less time than that.
 * @param tipHeight height of the newest block
 * @param now Unix seconds
 * @throws ClockBehindError when even that lies more than 7,200 s ahead of the clock
 */
export function nextTimestamp(chain: ChainReader, tipHeight: number, now: number): number {
  const timestamps: number[] = [];
  for (let height = tipHeight; height > tipHeight - MEDIAN_WINDOW && height >= 0; height -= 1) {
    timestamps.push(chain.blockSummary(height)!.header.timestamp);
  }
  const earliest = medianTime(timestamps) + 1;
  if (earliest > now + MAX_FUTURE_SECONDS) throw new ClockBehindError(earliest - now);
  return Math.max(now, earliest);
}
