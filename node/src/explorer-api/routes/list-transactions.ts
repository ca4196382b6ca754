import { explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializePagination, serializeTransaction } from '../serializers.ts';

export const listTransactions = jsonRoute(
  explorerRoutes.listTransactions,
  'index',
  async ({ network, reader }, { limit, offset }) => {
    const page = await reader.transactions({ limit, offset });
    return {
      network: network.name,
      items: page.items.map((row) => serializeTransaction(row, page.tipHeight)),
      pagination: serializePagination({ limit, offset }, page),
    };
  },
);
