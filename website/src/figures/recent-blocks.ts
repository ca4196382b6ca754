import type { BlockSummary, ExplorerClient } from '@cairn/api/explorer';
import { linkedTop, loadParts, partsBelow } from '../lists/block-parts.ts';

/**
 * The newest blocks of a chain, oldest first.
 * @param tip height of the newest block wanted
 * @param count blocks wanted; fewer where the chain is shorter, or where another history begins
 * @throws what the client rejects with
 */
export async function loadRecentBlocks(
  client: Pick<ExplorerClient, 'listBlocks'>,
  { tip, count }: { tip: number; count: number },
  signal?: AbortSignal,
): Promise<BlockSummary[]> {
  const answers = await loadParts(client, partsBelow(tip + 1, count), signal);
  return linkedTop(answers.flatMap(({ items }) => items)).toReversed();
}

/**
 * The same blocks with a newer one on top, no more than `count`; `undefined` where it does not follow, so that they must
 * be asked for again.
 */
export function withNewBlock(
  blocks: readonly BlockSummary[],
  next: BlockSummary,
  count: number,
): BlockSummary[] | undefined {
  const top = blocks.at(-1);
  if (top?.id === next.id) return [...blocks];
  if (top === undefined || next.prev_block_hash !== top.id) return undefined;
  return [...blocks, next].slice(-count);
}
