import { Readable } from 'node:stream';
import { parseHeight, rpcError, rpcRoutes } from '@cairn/api/rpc';
import { openBlockSlices } from '../../whole-blocks/block-bytes.ts';
import { writeBlockJson } from '../block-json.ts';
import { rpcRoute } from '../rpc-route.ts';
import { serializeBlockHead } from '../serializer.ts';

export const getBlock = rpcRoute({
  route: rpcRoutes.getBlock,
  answer: async ({ context: { chain, logger }, provenBlocks }, { params }) => {
    const height = parseHeight(params.height);
    if (!height.ok) throw rpcError(height.error);
    const block = height.value === undefined ? undefined : chain.blockSummary(height.value);
    if (block === undefined) throw rpcError('block_not_found');
    const proof = await provenBlocks.get(block);
    const slices = proof && (await openBlockSlices(chain, block, proof, logger));
    if (slices === undefined) throw rpcError('block_not_found');
    return Readable.from(writeBlockJson(serializeBlockHead(chain.network, block), slices));
  },
});
