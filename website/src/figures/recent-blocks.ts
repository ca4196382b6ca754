import type { BlockSummary, ExplorerClient } from '@cairn/api/explorer';
import { BLOCK_PAGE_SIZE } from '../lib/pages.ts';

/** Requests at once: a page of figures must not crowd out the rest of the site. */
const AT_ONCE = 4;

/**
 * The newest blocks of a chain, oldest first: the API gives ten a request, and these are asked for by height, so that
 * they fit together while the tip moves.
 * @param tip height of the newest block wanted
 * @param count blocks wanted; fewer where the chain is shorter
 * @throws what the client rejects with
 */
export async function loadRecentBlocks(
  client: Pick<ExplorerClient, 'listBlocks'>,
  { tip, count }: { tip: number; count: number },
  signal?: AbortSignal,
): Promise<BlockSummary[]> {
  const lowest = Math.max(0, tip + 1 - count);
  const anchors: number[] = [];
  for (let before = tip + 1; before > lowest; before -= BLOCK_PAGE_SIZE) anchors.push(before);
  const pages = await inTurns(anchors, async (before) => {
    const limit = Math.min(BLOCK_PAGE_SIZE, before - lowest);
    return (await client.listBlocks({ limit, before_height: before }, { signal })).items;
  });
  return unbroken(pages.flat().toSorted((a, b) => a.height - b.height));
}

/** Runs a task over all items, a few at once; the results keep the items' order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return results;
}

/**
 * The newest part in which each block names the one below it. A block that was stepped back between two answers leaves a
 * seam: what lies below it is of another history and is left out.
 */
export function unbroken(blocks: readonly BlockSummary[]): BlockSummary[] {
  let start = blocks.length - 1;
  while (start > 0 && blocks[start]?.prev_block_hash === blocks[start - 1]?.id) start -= 1;
  return blocks.slice(Math.max(0, start));
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
