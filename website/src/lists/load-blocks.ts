import {
  type BlockList,
  type BlockSummary,
  EXPLORER_LIMITS,
  type ExplorerClient,
  TransportError,
} from '@cairn/api/explorer';

/** Blocks in one answer of the API. */
const PART = EXPLORER_LIMITS.blockList.maximum;

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
    if (isLinked(page.items)) return page;
  }
  throw new TransportError('unexpected_shape', 'the chain was stepped back while its blocks were read');
}

async function loadOnce(
  explorer: Pick<ExplorerClient, 'listBlocks'>,
  { before, size, known = [] }: BlockRange,
  signal: AbortSignal,
): Promise<BlockList> {
  const part = (anchor: number | undefined, limit: number) =>
    explorer.listBlocks({ limit, before_height: anchor }, { signal });
  const first = await part(before, Math.min(PART, size));
  const held = joinKnown(first.items, known, size);
  if (held !== undefined) return withItems(first, held);
  const rest = await Promise.all(
    partsBelow(first.items.at(-1)?.height ?? 0, size - first.items.length).map((one) =>
      part(one.anchor, one.limit),
    ),
  );
  return withItems(
    first,
    [first, ...rest].flatMap(({ items }) => items),
  );
}

/** Anchors and limits of the answers that hold `count` blocks below a height. */
export function partsBelow(height: number, count: number): { anchor: number; limit: number }[] {
  const wanted = Math.min(height, count);
  return Array.from({ length: Math.ceil(wanted / PART) }, (_, index) => ({
    anchor: height - index * PART,
    limit: Math.min(PART, wanted - index * PART),
  }));
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

/** Whether each block is the one below the next. */
export function isLinked(blocks: readonly BlockSummary[]): boolean {
  return blocks.every((block, index) => {
    const below = blocks[index + 1];
    return below === undefined || block.prev_block_hash === below.id;
  });
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
