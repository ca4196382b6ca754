import { explorerAdditions, explorerError } from '@cairn/api/explorer';
import { findBlock } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readBlockReference } from '../path-values.ts';

export const getRawBlock = explorerRoute({
  route: explorerAdditions.getRawBlock,
  freshness: ({ chain }, reference) => ({
    tag: `"${findBlock(chain, reference).id}"`,
    immutable: reference.kind === 'id',
  }),
  read: readBlockReference,
  answer: async ({ chain }, reference) => {
    const raw = await chain.readRawBlock(findBlock(chain, reference).height);
    if (raw === undefined) throw explorerError('block_not_found');
    return raw;
  },
});
