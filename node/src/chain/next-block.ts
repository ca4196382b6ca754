import { expectedBits, MEDIAN_TIME_SPAN, type HeaderContext, type Network } from '@cairn/protocol';
import type { ChainTip } from './chain-reader.ts';

/** Height of the block that every ASERT target is reckoned from (PROTOCOL.md section 5). */
const ASERT_ANCHOR_HEIGHT = 1;

/**
 * What the block after `parent` is judged against, and what a miner builds on.
 * @param timestampAt timestamp, in Unix seconds, of a block up to the parent
 */
export function nextBlockContext(
  network: Network,
  parent: ChainTip,
  timestampAt: (height: number) => number,
): HeaderContext {
  const first = Math.max(0, parent.height - MEDIAN_TIME_SPAN + 1);
  const lastTimestamps = Array.from({ length: parent.height - first + 1 }, (_, index) =>
    timestampAt(first + index),
  );
  const anchor = parent.height < ASERT_ANCHOR_HEIGHT ? undefined : timestampAt(ASERT_ANCHOR_HEIGHT);
  const evaluated = { height: parent.height, timestamp: lastTimestamps.at(-1)! };
  return { network, parent, lastTimestamps, bits: expectedBits(network, evaluated, anchor) };
}
