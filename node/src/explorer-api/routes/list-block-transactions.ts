import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeTransaction } from '../serializers.ts';

/** Reads only the bytes of the requested page. */
export const listBlockTransactions = jsonRoute(
  explorerRoutes.listBlockTransactions,
  'chain',
  async ({ network, reader }, { height_or_hash: reference, limit, offset }) => {
    const found = await reader.blockTransactions(reference, { limit, offset });
    if (found === undefined) throw explorerError('block_not_found');
    const { block, transactions, tipHeight } = found;
    const ofBlock = { blockId: block.id, timestamp: block.header.timestamp };
    return {
      network: network.name,
      block: { height: block.height, id: block.id },
      items: transactions.map((row) => serializeTransaction({ ...row, ...ofBlock }, tipHeight)),
      pagination: { limit, offset, count: transactions.length, total: block.transactionCount },
    };
  },
);
