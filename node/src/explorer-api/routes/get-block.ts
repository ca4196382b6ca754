import { explorerRoutes } from '@cairn/api/explorer';
import { findBlock, tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readBlockReference } from '../path-values.ts';
import { serializeBlock } from '../serializer.ts';

export const getBlock = explorerRoute({
  route: explorerRoutes.getBlock,
  freshness: 'chain',
  read: readBlockReference,
  answer: ({ chain }, reference) => ({
    network: chain.network.name,
    block: serializeBlock(findBlock(chain, reference), tipHeightOf(chain)),
  }),
});
