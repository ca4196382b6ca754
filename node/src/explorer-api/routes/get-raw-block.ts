import { explorerAdditions, explorerError } from '@cairn/api/explorer';
import { bytesRoute } from '../explorer-route.ts';

export const getRawBlock = bytesRoute(
  explorerAdditions.getRawBlock,
  async ({ reader }, { height_or_hash: reference }) => {
    const found = await reader.block(reference);
    if (found === undefined) throw explorerError('block_not_found');
    return {
      tag: `"${found.block.id}"`,
      isImmutable: reference.kind === 'id',
      bytes: async () => {
        const bytes = await reader.blockBytes(found.block);
        if (bytes === undefined) throw explorerError('block_not_found');
        return bytes;
      },
    };
  },
);
