import { Readable } from 'node:stream';
import { rpcError, rpcRoutes } from '@cairn/api/rpc';
import { rpcRoute } from '../rpc-route.ts';
import { serializeBlockHead, writeBlockJson } from '../serializers.ts';

export const getBlock = rpcRoute(rpcRoutes.getBlock, async ({ context: { chain } }, { height }) => {
  const block = height === undefined ? undefined : chain.blockSummary(height);
  if (block === undefined) throw rpcError('block_not_found');
  const slices = await chain.wholeBlocks.slices(block);
  if (slices === undefined) throw rpcError('block_not_found');
  return Readable.from(writeBlockJson(serializeBlockHead(chain.network, block), slices));
});
