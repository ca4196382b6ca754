import { explorerRoutes } from '@cairn/api/explorer';
import type { ChainReader, StoredBlockSummary } from '../../chain/chain-reader.ts';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { serializeBlock } from '../serializer.ts';

/** Newest first, from stored summaries alone: no block file is read, whatever the blocks' size. */
export const listBlocks = explorerRoute({
  route: explorerRoutes.listBlocks,
  freshness: 'chain',
  read: readNothing,
  answer: ({ chain }, _request, { limit, offset, before_height: anchor }) => {
    const tipHeight = tipHeightOf(chain);
    const newest = Math.min(anchor ?? tipHeight + 1, tipHeight + 1) - 1 - offset;
    const blocks = readDownwards(chain, newest, limit);
    return {
      network: chain.network.name,
      items: blocks.map((block) => serializeBlock(block, tipHeight)),
      pagination: {
        limit,
        offset,
        count: blocks.length,
        total: tipHeight + 1,
        before_height: anchor ?? null,
        next_before_height: blocks.at(-1)?.height ?? anchor ?? 0,
      },
    };
  },
});

/** At most `limit` blocks from `newest` down to genesis; none where `newest` is below it. */
function readDownwards(chain: ChainReader, newest: number, limit: number): StoredBlockSummary[] {
  const blocks: StoredBlockSummary[] = [];
  for (let height = newest; height >= 0 && blocks.length < limit; height -= 1) {
    const block = chain.blockSummary(height);
    if (block === undefined) throw new Error(`no summary of the canonical block at height ${height}`);
    blocks.push(block);
  }
  return blocks;
}
