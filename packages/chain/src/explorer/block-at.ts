import { explorerAdditions, explorerError, serializeBlock } from '@cairn/api/contract';
import { heightOf } from './serializers.ts';
import type { Resource } from './router.ts';

/** The block of a time. */
export const blockAt: Resource = ({ indexed }, { network, chain }) => {
  indexed(explorerAdditions.getBlockAt, async ({ time }, index) => {
    const block = await index.blockAt(time);
    if (block === undefined) throw explorerError('block_not_found');
    return { network: network.name, block: serializeBlock(block, heightOf(chain.view.tip)) };
  });
};
