import { explorerRoutes } from '@cairn/api/explorer';
import { findTransaction, tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readTransactionId } from '../path-values.ts';
import { serializeTransaction } from '../serializer.ts';

export const getTransaction = explorerRoute({
  route: explorerRoutes.getTransaction,
  freshness: 'chain',
  read: readTransactionId,
  answer: async ({ chain }, id) => {
    const { stored, block } = await findTransaction(chain, id);
    return {
      network: chain.network.name,
      ...serializeTransaction(stored, block, tipHeightOf(chain)),
    };
  },
});
