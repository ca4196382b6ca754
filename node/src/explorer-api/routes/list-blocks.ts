import { explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeBlock } from '../serializers.ts';

/** Lists blocks, newest first, from stored summaries: reads no block files, however large the blocks are. */
export const listBlocks = jsonRoute(
  explorerRoutes.listBlocks,
  'chain',
  async ({ network, reader }, { limit, offset, before_height: before }) => {
    const { blocks, tipHeight } = await reader.blocks({ limit, offset, before });
    return {
      network: network.name,
      items: blocks.map((block) => serializeBlock(block, tipHeight)),
      pagination: {
        limit,
        offset,
        count: blocks.length,
        total: tipHeight + 1,
        before_height: before ?? null,
        next_before_height: blocks.at(-1)?.height ?? before ?? 0,
      },
    };
  },
);
