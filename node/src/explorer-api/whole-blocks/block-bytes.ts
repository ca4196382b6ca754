import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { StoredBlockSummary } from '../../chain/chain-reader.ts';
import type { BlockProof } from './block-proof.ts';
import { readSlices, type SliceSource } from './block-slices.ts';

/** A block's bytes on their way to a client. */
export interface BlockBytes {
  /** Bytes of the whole block. */
  readonly length: number;
  readonly stream: Readable;
}

/**
 * Reads a proven block twice: once whole, before anything is said, and once for the client, slice by slice as the client
 * takes them. Each slice is proven both times, so that bytes which are not the block's are never given as such: damage
 * that is there already is an error, and damage that comes in between ends the stream before its length is reached.
 * @returns `undefined` where the canonical chain does not hold the block any more
 * @throws BlockFileError when the stored bytes are not the block's
 */
export async function openBlockBytes(
  source: SliceSource,
  block: StoredBlockSummary,
  proof: BlockProof,
  logger: Logger,
): Promise<BlockBytes | undefined> {
  for await (const slice of readSlices(source, block)) {
    if (slice === undefined) return undefined;
    if (!proof.covers(slice)) throw source.blockDamage(block.height, slice.offset);
  }
  const slices = provenSlices(source, block, proof, logger);
  return { length: block.sizeBytes, stream: Readable.from(slices, { objectMode: false, highWaterMark: 1 }) };
}

async function* provenSlices(
  source: SliceSource,
  block: StoredBlockSummary,
  proof: BlockProof,
  logger: Logger,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const slice of readSlices(source, block)) {
      if (slice === undefined || !proof.covers(slice)) {
        throw source.blockDamage(block.height, slice?.offset ?? 0);
      }
      yield slice.bytes;
    }
  } catch (error) {
    // The answer has begun: nobody behind this can tell it any more.
    logger.error({ err: error, height: block.height }, 'a block could not be sent to its end');
    throw error;
  }
}
