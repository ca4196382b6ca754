import type { BlockSummary, ExplorerStats, ExplorerStatus, SeriesFigure } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';

/** Figures whose values are amounts in pebbles. */
export const AMOUNT_FIGURES: ReadonlySet<SeriesFigure> = new Set(['fees', 'transferred', 'supply']);

/** Sums over the whole chain. */
interface ChainFigures {
  readonly transactions: number;
  /** Coins that exist, in pebbles. */
  readonly supply: bigint;
}

/**
 * Adds the blocks above `indexed_height` to the statistics, so that they need not be requested for each new block.
 * @param blocks newest first, without gaps
 * @returns `undefined` if there is a gap between that height and the blocks, or the tip is below that height: the
 *   statistics must then be loaded again
 */
export function figuresWith(stats: ExplorerStats, blocks: readonly BlockSummary[]): ChainFigures | undefined {
  const { indexed_height: height } = stats;
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined) return undefined;
  if (newest.height < height || oldest.height > height + 1) return undefined;
  return blocks
    .filter((block) => block.height > height)
    .reduce(
      ({ transactions, supply }, block) => ({
        transactions: transactions + block.transaction_count,
        supply: supply + parsePebbles(block.reward) - parsePebbles(block.total_fees),
      }),
      { transactions: stats.transactions, supply: supplyOf(stats) },
    );
}

/**
 * Number of blocks that an index being built is behind; 0 in every other state, although a ready index may also be
 * briefly behind.
 */
export function indexLag({ height, index }: ExplorerStatus): number {
  return index.state === 'building' ? Math.max(0, height - index.indexed_height) : 0;
}

/** Coins in existence, in pebbles: rewards without fees, because fees are paid from existing coins. */
export function supplyOf({ total_rewards: rewards, total_fees: fees }: ExplorerStats): bigint {
  return parsePebbles(rewards) - parsePebbles(fees);
}

const SCALE = 1_000_000_000n;

/**
 * `part` divided by `whole`, rounded down to nine decimals.
 * @returns 0 if `whole` is 0
 */
export function shareOf(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number((part * SCALE) / whole) / Number(SCALE);
}
