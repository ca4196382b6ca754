import {
  type BlockList,
  type BlockSummary,
  EXPLORER_LIMITS,
  type ExplorerClient,
  TransportError,
} from '@cairn/api/explorer';
import { useRef } from 'preact/hooks';
import { type Answer, byTip, request, useRequest } from '../../site/request.ts';

/** The blocks of a page. */
interface BlockRange {
  /** Exclusive; absent for the newest blocks. */
  readonly before?: number | undefined;
  /** Number of blocks on the page, 1 to 100. */
  readonly size: number;
  /** Blocks that are loaded already, newest first: they are not requested again if the newest answer reaches them. */
  readonly known?: readonly BlockSummary[] | undefined;
}

/**
 * Loads a page of blocks, from answers of ten blocks each. Every block is the parent of the one above it: answers from
 * before and after a reorganization are never mixed.
 * @throws the client's error; TransportError if the chain was reorganized during each of three attempts
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
  throw new TransportError('unexpected_shape', 'the chain was reorganized while its blocks were loaded');
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
 * Joins the newest blocks with the known ones below them.
 * @returns `undefined` if they have no block in common, or if together they are too few for a page
 */
export function joinKnown(
  newest: readonly BlockSummary[],
  known: readonly BlockSummary[],
  size: number,
): BlockSummary[] | undefined {
  const shared = known.findIndex(({ id }) => id === newest.at(-1)?.id);
  if (shared < 0) return undefined;
  const joined = [...newest, ...known.slice(shared + 1)].slice(0, size);
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

/** Maximum number of blocks in one answer of the API. */
const PART = EXPLORER_LIMITS.blockList.maximum;

/** Maximum number of simultaneous requests: those of a long list must not delay the rest of the page. */
const MAX_PARALLEL_REQUESTS = 4;

/** One request: `limit` blocks below a height. */
interface BlockPart {
  readonly anchor: number;
  readonly limit: number;
}

/** The requests for `count` blocks below a height, newest first. */
export function partsBelow(height: number, count: number): BlockPart[] {
  const wanted = Math.min(height, count);
  return Array.from({ length: Math.ceil(wanted / PART) }, (_, index) => ({
    anchor: height - index * PART,
    limit: Math.min(PART, wanted - index * PART),
  }));
}

/**
 * Sends the requests, a few at a time; the answers keep the order. Requests name heights, so that the answers fit
 * together although the tip moves.
 * @throws the client's error
 */
export async function loadParts(
  explorer: Pick<ExplorerClient, 'listBlocks'>,
  parts: readonly BlockPart[],
  signal: AbortSignal | undefined,
): Promise<BlockList[]> {
  const answers: BlockList[] = [];
  const queue = parts.entries();
  const work = async () => {
    for (const [index, { anchor, limit }] of queue) {
      answers[index] = await explorer.listBlocks({ limit, before_height: anchor }, { signal });
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_REQUESTS, parts.length) }, work));
  return answers;
}

/**
 * The newest blocks, down to the first block whose parent is not the next block of the list: a reorganization between
 * two answers leaves such a break.
 * @param blocks newest first
 */
export function linkedTop(blocks: readonly BlockSummary[]): BlockSummary[] {
  const breakAt = blocks.findIndex((block, index) => {
    const below = blocks[index + 1];
    return below !== undefined && block.prev_block_hash !== below.id;
  });
  return blocks.slice(0, breakAt < 0 ? blocks.length : breakAt + 1);
}

/**
 * A page of blocks: the newest, which follow the chain, or those below an anchor, which stay.
 * @param known blocks that are loaded already, which are not requested again
 */
export const blocksRequest = (
  { before, size }: { before?: number | undefined; size: number },
  known: () => readonly BlockSummary[] | undefined = () => undefined,
) =>
  request(
    `blocks ${before} ${size}`,
    (api, { signal }) => loadBlocks(api, { before, size, known: known() }, signal),
    before === undefined ? byTip : undefined,
  );

/** The newest blocks, or those below an anchor; a new block costs one request of at most ten. */
export function useBlocks(range: { before?: number | undefined; size: number }): Answer<BlockList> {
  const held = useRef<BlockList | undefined>(undefined);
  const blocks = useRequest(blocksRequest(range, () => held.current?.items));
  held.current = blocks.data;
  return blocks;
}
