import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeTransaction } from '../serializers.ts';

export const getTransaction = jsonRoute(
  explorerRoutes.getTransaction,
  'chain',
  async ({ network, reader }, { txid }) => {
    const found = await reader.transaction(txid);
    if (found === undefined) throw explorerError('transaction_not_found');
    return { network: network.name, ...serializeTransaction(found, found.tipHeight) };
  },
);
