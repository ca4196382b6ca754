import { explorerAdditions } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeBlock, serializePagination } from '../serializers.ts';

/** Lists the blocks of a miner, newest first, with the pagination of `listBlocks`. */
export const listMinerBlocks = jsonRoute(
  explorerAdditions.listMinerBlocks,
  'index',
  async ({ network, reader }, { address, limit, offset, before_height: before }) => {
    const page = await reader.minerBlocks(address, { limit, offset, before });
    return {
      network: network.name,
      address,
      items: page.items.map((block) => serializeBlock(block, page.tipHeight)),
      pagination: {
        ...serializePagination({ limit, offset }, page),
        before_height: before ?? null,
        next_before_height: page.items.at(-1)?.height ?? before ?? 0,
      },
    };
  },
);
