import { type BlockList, type BlockSummary, type ExplorerClient, TransportError } from '@cairn/api/explorer';
import { linkedTop, loadParts, PART, partsBelow } from './block-parts.ts';

export interface BlockRange {
  /** Exclusive; absent for the newest blocks. */
  readonly before?: number | undefined;
  /** Blocks on the page, 1 to 100. */
  readonly size: number;
  /** Blocks that are held already, newest first: what joins them is not asked for again. */
  readonly known?: readonly BlockSummary[] | undefined;
}

/**
 * A page of blocks of any size, put together from the API's answers of ten. Each block is the one below the next:
 * answers from before and after a step back are never mixed.
 * @throws what the client rejects with; TransportError where the chain was stepped back each time that it was asked
 */
export async function loadBlocks(
  explorer: Pick<ExplorerClient, 'listBlocks'>,
  range: BlockRange,
  signal: AbortSignal,
): Promise<BlockList> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const page = await loadOnce(explorer, range, signal);
    if (linkedTop(page.items).length === page.items.length) return page;
  }
  throw new TransportError('unexpected_shape', 'the chain was stepped back while its blocks were read');
}

async function loadOnce(
  explorer: Pick<ExplorerClient, 'listBlocks'>,
  { before, size, known = [] }: BlockRange,
  signal: AbortSignal,
): Promise<BlockList> {
  const first = await explorer.listBlocks({ limit: Math.min(PART, size), before_height: before }, { signal });
  const held = joinKnown(first.items, known, size);
  if (held !== undefined) return withItems(first, held);
  const below = partsBelow(first.items.at(-1)?.height ?? 0, size - first.items.length);
  const rest = await loadParts(explorer, below, signal);
  return withItems(
    first,
    [first, ...rest].flatMap(({ items }) => items),
  );
}

/**
 * The newest blocks with those that are held below them.
 * @returns `undefined` where the two do not meet, or are too few for a page
 */
export function joinKnown(
  newest: readonly BlockSummary[],
  known: readonly BlockSummary[],
  size: number,
): BlockSummary[] | undefined {
  const meeting = known.findIndex(({ id }) => id === newest.at(-1)?.id);
  if (meeting < 0) return undefined;
  const joined = [...newest, ...known.slice(meeting + 1)].slice(0, size);
  return joined.length === Math.min(size, (newest[0]?.height ?? -1) + 1) ? joined : undefined;
}

function withItems(first: BlockList, items: BlockSummary[]): BlockList {
  const { pagination } = first;
  const lowest = items.at(-1)?.height ?? pagination.next_before_height;
  return {
    ...first,
    items,
    pagination: { ...pagination, limit: items.length, count: items.length, next_before_height: lowest },
  };
}
