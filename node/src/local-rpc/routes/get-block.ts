import { parseHeight, rpcError, rpcRoutes } from '@cairn/api/rpc';
import { rpcRoute } from '../rpc-route.ts';
import { serializeBlock } from '../serializer.ts';

export const getBlock = rpcRoute({
  route: rpcRoutes.getBlock,
  answer: async ({ context: { chain } }, { params }) => {
    const height = parseHeight(params.height);
    if (!height.ok) throw rpcError(height.error);
    const block = height.value === undefined ? undefined : chain.blockSummary(height.value);
    if (block === undefined) throw rpcError('block_not_found');
    const everything = { offset: 0, limit: block.transactionCount };
    const transactions = await chain.readTransactions(block.height, everything);
    if (transactions === undefined) throw rpcError('block_not_found');
    return serializeBlock(chain.network, block, transactions);
  },
});
