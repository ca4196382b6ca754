import type { LocatedBlock, ChainReader, ChainTip } from '../chain/chain-reader.ts';

/** The part of the chain that the projection uses. */
export type ProjectedChain = Pick<ChainReader, 'network' | 'tip' | 'subscribe'> & {
  locateBlock(height: number): LocatedBlock | undefined;
};

/** The next command to the store; `none` if the projection has caught up. */
export type NextStep =
  | {
      readonly type: 'append';
      readonly blocks: readonly LocatedBlock[];
      /** True if the chain has blocks after these. */
      readonly hasMore: boolean;
    }
  | { readonly type: 'stepBack' | 'discard' | 'none' };

/** Bounds of one batch: a single database transaction, and block lookups that the main thread makes without a pause. */
const MAX_BATCH_BLOCKS = 256;
export const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Determines the next command that brings the projection closer to the chain.
 * @param projected the newest projected block
 * @param batchBytes a batch ends with the block that reaches this size
 */
export function nextStep(
  chain: ProjectedChain,
  projected: ChainTip | undefined,
  batchBytes = MAX_BATCH_BYTES,
): NextStep {
  if (projected !== undefined && chain.locateBlock(projected.height)?.id !== projected.id) {
    // At height 0 the genesis block differs, so no projected block belongs to this chain.
    return { type: projected.height === 0 ? 'discard' : 'stepBack' };
  }
  const blocks = locateBatch(chain, (projected?.height ?? -1) + 1, {
    blocks: MAX_BATCH_BLOCKS,
    bytes: batchBytes,
  });
  const newest = blocks.at(-1);
  if (newest === undefined) return { type: 'none' };
  return { type: 'append', blocks, hasMore: chain.locateBlock(newest.height + 1) !== undefined };
}

/** @param most maximal number of blocks, and the size in bytes at which the batch ends */
function locateBatch(
  chain: ProjectedChain,
  from: number,
  most: { readonly blocks: number; readonly bytes: number },
): LocatedBlock[] {
  const blocks: LocatedBlock[] = [];
  let bytes = 0;
  for (let height = from; blocks.length < most.blocks && bytes < most.bytes; height += 1) {
    const block = chain.locateBlock(height);
    if (block === undefined) break;
    blocks.push(block);
    bytes += block.size;
  }
  return blocks;
}
