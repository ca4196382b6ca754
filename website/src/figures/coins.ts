import type { ExplorerStats, ExplorerStatus } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';

/**
 * Blocks that the index still has to catch up with. A ready one has none: it may be a few blocks behind for a moment, and
 * the statistics of a new block come after its status.
 */
export function indexLag({ height, index }: ExplorerStatus): number {
  return index.state === 'building' ? Math.max(0, height - index.indexed_height) : 0;
}

/** Coins that exist: miners were paid new coins and fees, and fees had existed before. In pebbles. */
export function supplyOf({ total_rewards: rewards, total_fees: fees }: ExplorerStats): bigint {
  return parsePebbles(rewards) - parsePebbles(fees);
}

const SCALE = 1_000_000_000n;

/**
 * A part of a whole as a number from 0 to 1, for percentages and bars; both are exact until the division.
 * @returns 0 for a whole of nothing
 */
export function shareOf(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number((part * SCALE) / whole) / Number(SCALE);
}
