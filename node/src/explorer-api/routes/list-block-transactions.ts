import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { findBlock, tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readBlockReference } from '../path-values.ts';
import { serializeTransaction } from '../serializer.ts';

/** Reads the bytes of one page only. */
export const listBlockTransactions = explorerRoute({
  route: explorerRoutes.listBlockTransactions,
  freshness: 'chain',
  read: readBlockReference,
  answer: async ({ chain }, reference, { limit, offset }) => {
    const block = findBlock(chain, reference);
    const tipHeight = tipHeightOf(chain);
    const page = await chain.readTransactions(block.height, { offset, limit });
    if (page === undefined) throw explorerError('block_not_found');
    return {
      network: chain.network.name,
      block: { height: block.height, id: block.id },
      items: page.map((stored) => serializeTransaction(stored, block, tipHeight)),
      pagination: { limit, offset, count: page.length, total: block.transactionCount },
    };
  },
});
