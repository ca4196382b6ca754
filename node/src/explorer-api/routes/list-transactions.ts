import { explorerRoutes } from '@cairn/api/explorer';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { requireReader } from '../projected.ts';
import { serializePagination, serializeProjected } from '../serialize-projected.ts';

export const listTransactions = explorerRoute({
  route: explorerRoutes.listTransactions,
  freshness: 'index',
  read: readNothing,
  answer: async (context, _request, query) => {
    const { chain } = context;
    const tipHeight = tipHeightOf(chain);
    const page = await requireReader(context).transactions(query);
    return {
      network: chain.network.name,
      items: page.items.map((transaction) => serializeProjected(transaction, tipHeight)),
      pagination: serializePagination(query, page),
    };
  },
});
