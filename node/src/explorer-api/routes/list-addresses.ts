import { explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { requireReader } from '../projected.ts';
import { serializeAddressTotals, serializePagination } from '../serialize-projected.ts';

export const listAddresses = explorerRoute({
  route: explorerRoutes.listAddresses,
  freshness: 'index',
  read: readNothing,
  answer: async (context, _request, query) => {
    const page = await requireReader(context).addresses(query);
    return {
      network: context.chain.network.name,
      items: page.items.map(serializeAddressTotals),
      pagination: serializePagination(query, page),
    };
  },
});
