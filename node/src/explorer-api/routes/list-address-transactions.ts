import { explorerRoutes } from '@cairn/api/explorer';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readAddress } from '../path-values.ts';
import { requireReader } from '../projected.ts';
import { directionOf, serializePagination, serializeProjected } from '../serialize-projected.ts';

/** Like the address itself, the history of one that nothing names is no error: it is empty. */
export const listAddressTransactions = explorerRoute({
  route: explorerRoutes.listAddressTransactions,
  freshness: 'index',
  read: readAddress,
  answer: async (context, address, query) => {
    const { chain } = context;
    const tipHeight = tipHeightOf(chain);
    const page = await requireReader(context).addressTransactions(address, query);
    return {
      network: chain.network.name,
      address,
      items: page.items.map((transaction) => ({
        ...serializeProjected(transaction, tipHeight),
        direction: directionOf(transaction, address),
      })),
      pagination: serializePagination(query, page),
    };
  },
});
