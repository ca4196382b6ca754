import { explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializePagination } from '../serializers.ts';

export const listAddresses = jsonRoute(
  explorerRoutes.listAddresses,
  'index',
  async ({ network, reader }, { limit, offset }) => {
    const page = await reader.addresses({ limit, offset });
    return {
      network: network.name,
      items: [...page.items],
      pagination: serializePagination({ limit, offset }, page),
    };
  },
);
