import { explorerAdditions, explorerError } from '@cairn/api/explorer';
import { findBlock } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readBlockReference } from '../path-values.ts';
import { openBlockBytes } from '../../whole-blocks/block-bytes.ts';

export const getRawBlock = explorerRoute({
  route: explorerAdditions.getRawBlock,
  freshness: ({ chain }, reference) => ({
    tag: `"${findBlock(chain, reference).id}"`,
    immutable: reference.kind === 'id',
  }),
  read: readBlockReference,
  answer: async ({ chain, provenBlocks, logger }, reference) => {
    const block = findBlock(chain, reference);
    const proof = await provenBlocks.get(block);
    const bytes = proof && (await openBlockBytes(chain, block, proof, logger));
    if (bytes === undefined) throw explorerError('block_not_found');
    return bytes;
  },
});
