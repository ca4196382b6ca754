import { Readable } from 'node:stream';
import { explorerAdditions } from '@cairn/api/explorer';
import { concatBytes, encodeBlockHeader } from '@cairn/protocol';
import { bytesRoute } from '../explorer-route.ts';

/**
 * The block headers of a range of heights. The entity tag contains the last block's ID, which identifies all of them, because
 * each header contains the ID of its parent.
 */
export const getHeaders = bytesRoute(
  explorerAdditions.getHeaders,
  async ({ reader, chain }, { from, count }) => {
    const top = Math.min(from + count - 1, chain.tip()?.height ?? -1);
    const limit = top - from + 1;
    const found = limit < 1 ? [] : (await reader.blocks({ before: top + 1, offset: 0, limit })).blocks;
    // If blocks were disconnected after the tip was read, the result starts below `from`.
    const blocks = found.filter(({ height }) => height >= from).toReversed();
    const bytes = concatBytes(...blocks.map(({ header }) => encodeBlockHeader(header)));
    return {
      tag: `"${from}-${blocks.length}-${blocks.at(-1)?.id ?? 'none'}"`,
      isImmutable: false,
      bytes: () => Promise.resolve({ length: bytes.length, stream: Readable.from([Buffer.from(bytes)]) }),
    };
  },
);
