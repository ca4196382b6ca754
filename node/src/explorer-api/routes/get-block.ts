import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeBlock } from '../serializers.ts';

export const getBlock = jsonRoute(
  explorerRoutes.getBlock,
  'chain',
  async ({ network, reader }, { height_or_hash: reference }) => {
    const found = await reader.block(reference);
    if (found === undefined) throw explorerError('block_not_found');
    return { network: network.name, block: serializeBlock(found.block, found.tipHeight) };
  },
);
