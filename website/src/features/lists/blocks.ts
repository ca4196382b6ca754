import {
  type BlockList,
  type BlockSummary,
  EXPLORER_LIMITS,
  type ExplorerClient,
  TransportError,
} from '@cairn/api/explorer';
import { byTip, request } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';

/** The blocks of a page. */
interface BlockRange {
  /** Exclusive; absent for the newest blocks. */
  readonly before?: number | undefined;
  /** Number of blocks on the page. */
  readonly size: number;
}

/** Maximum number of blocks in one answer of the API. */
const PART = EXPLORER_LIMITS.blockList.maximum;

/**
 * Loads a page of blocks, from answers of ten blocks each. Requests name heights, so that the answers fit together although the
 * tip moves.
 * @param known blocks that are loaded already, newest first: they are not requested again if the newest answer reaches them
 * @throws the client's error; TransportError if the chain was reorganized meanwhile: branches are never mixed
 */
export async function loadBlocks(
  explorer: Pick<ExplorerClient, 'listBlocks'>,
  { before, size }: BlockRange,
  signal: AbortSignal,
  known: readonly BlockSummary[] = [],
): Promise<BlockList> {
  const list = (limit: number, before_height: number | undefined) =>
    explorer.listBlocks({ limit: Math.min(PART, limit), before_height }, { signal });
  const first = await list(size, before);
  const newest = first.items;
  const wanted = Math.min(size, (newest[0]?.height ?? -1) + 1);
  const shared = known.findIndex(({ id }) => id === newest.at(-1)?.id);
  let items = shared < 0 ? newest : [...newest, ...known.slice(shared + 1)].slice(0, size);
  if (items.length < wanted) {
    const heights: number[] = [];
    for (let below = newest.at(-1)!.height; newest[0]!.height + 1 - below < wanted; below -= PART)
      heights.push(below);
    const last = newest[0]!.height + 1 - wanted;
    const rest = await Promise.all(heights.map((below) => list(below - last, below)));
    items = [newest, ...rest.map((part) => part.items)].flat();
  }
  if (items.some((block, at) => at > 0 && items[at - 1]!.prev_block_hash !== block.id))
    throw new TransportError('unexpected_shape', 'the chain was reorganized while its blocks were loaded');
  return {
    ...first,
    // Lists do not show it, and it does not compress: it was a fifth of the front page.
    items: items.map(({ merkle_root: _root, ...block }) => block),
    pagination: {
      ...first.pagination,
      limit: items.length,
      count: items.length,
      next_before_height: items.at(-1)?.height ?? first.pagination.next_before_height,
    },
  };
}

/** A page of blocks: the newest, where a new block costs one request of at most ten, or those below an anchor, which stay. */
export const blocksRequest = (range: BlockRange) =>
  request<BlockList>(
    `blocks ${range.before} ${range.size}`,
    (api, { signal }, before) => loadBlocks(api, range, signal, before?.items),
    range.before === undefined ? byTip : undefined,
  );

/**
 * Paths of the neighbouring pages of blocks; `undefined` at the end of the list. They are anchored below a height, so that a copied
 * URL, Back and Forward show the same blocks however long the chain has become.
 * @param path of the list, without a query
 * @param shown heights of the first and last block of the page, and of the newest one
 */
export function neighbours(
  path: string,
  { highest, lowest, newest }: { readonly highest: number; readonly lowest: number; readonly newest: number },
) {
  const below = (before: number): string => `${path}?before=${before}`;
  const anchor = highest + 1 + PAGE_SIZE;
  return {
    previous: highest >= newest ? undefined : anchor > newest ? path : below(anchor),
    next: lowest > 0 ? below(lowest) : undefined,
  };
}
