import { type BlockList, type BlockSummary, EXPLORER_LIMITS, type ExplorerClient } from '@cairn/api/explorer';

/** Blocks in one answer of the API. */
export const PART = EXPLORER_LIMITS.blockList.maximum;

/** Requests at once: a page of many blocks must not crowd out the rest of the site. */
const AT_ONCE = 4;

/** One answer: `limit` blocks below a height. */
export interface BlockPart {
  readonly anchor: number;
  readonly limit: number;
}

/** The answers that hold `count` blocks below a height, newest first; fewer where the chain ends. */
export function partsBelow(height: number, count: number): BlockPart[] {
  const wanted = Math.min(height, count);
  return Array.from({ length: Math.ceil(wanted / PART) }, (_, index) => ({
    anchor: height - index * PART,
    limit: Math.min(PART, wanted - index * PART),
  }));
}

/**
 * Asks for parts, a few at once; the answers keep the order. Each is asked for by height, so that they fit together
 * while the tip moves.
 * @throws what the client rejects with
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
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, parts.length) }, work));
  return answers;
}

/**
 * The newest blocks of which each names the one below it. A block that was stepped back between two answers leaves a
 * seam: what lies below it is of another history.
 * @param blocks newest first
 */
export function linkedTop(blocks: readonly BlockSummary[]): BlockSummary[] {
  const seam = blocks.findIndex((block, index) => {
    const below = blocks[index + 1];
    return below !== undefined && block.prev_block_hash !== below.id;
  });
  return blocks.slice(0, seam < 0 ? blocks.length : seam + 1);
}
