import type { BlockSummary, ExplorerStats } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { supplyOf } from './coins.ts';

/** Sums over the whole chain. */
export interface ChainFigures {
  readonly transactions: number;
  /** Coins that exist, in pebbles. */
  readonly supply: bigint;
}

/**
 * The statistics plus the newer blocks, so that they are not requested again at each block.
 * @param blocks newest first, without gaps
 * @returns `undefined` where the blocks do not reach down to the statistics' height, or the chain stepped back below it:
 *   they must be asked for again
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
