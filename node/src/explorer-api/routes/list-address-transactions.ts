import { explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { directionOf, serializePagination, serializeTransaction } from '../serializers.ts';

/** Answers with an empty list, not an error, for an address without transactions. */
export const listAddressTransactions = jsonRoute(
  explorerRoutes.listAddressTransactions,
  'index',
  async ({ network, reader }, { address, limit, offset }) => {
    const page = await reader.addressTransactions(address, { limit, offset });
    return {
      network: network.name,
      address,
      items: page.items.map((row) => ({
        ...serializeTransaction(row, page.tipHeight),
        direction: directionOf(row, address),
      })),
      pagination: serializePagination({ limit, offset }, page),
    };
  },
);
