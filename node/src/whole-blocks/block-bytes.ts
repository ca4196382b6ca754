import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { StoredBlockSummary } from '../chain/chain-reader.ts';
import type { BlockProof } from './block-proof.ts';
import { readSlices, type BlockSlice, type SliceSource } from './block-slices.ts';

/** A block's bytes on their way to a client. */
export interface BlockBytes {
  /** Bytes of the whole block. */
  readonly length: number;
  readonly stream: Readable;
}

/**
 * Reads a proven block twice: once whole, before anything is said, and once for the client, slice by slice as the client
 * takes them. Each slice is proven both times, so that bytes which are not the block's are never given as such: damage
 * that is there already is an error, and damage that comes in between ends the slices before the last one.
 * @returns `undefined` where the canonical chain does not hold the block any more
 * @throws BlockFileError when the stored bytes are not the block's
 */
export async function openBlockSlices(
  source: SliceSource,
  block: StoredBlockSummary,
  proof: BlockProof,
  logger: Logger,
): Promise<AsyncGenerator<BlockSlice> | undefined> {
  for await (const slice of readSlices(source, block)) {
    if (slice === undefined) return undefined;
    if (!proof.covers(slice)) throw source.blockDamage(block.height, slice.offset);
  }
  return provenSlices(source, block, proof, logger);
}

/** The same, as the block's bytes: a stream that a client reads to the block's length, or that breaks off before it. */
export async function openBlockBytes(
  ...parameters: Parameters<typeof openBlockSlices>
): Promise<BlockBytes | undefined> {
  const [, block] = parameters;
  const slices = await openBlockSlices(...parameters);
  if (slices === undefined) return undefined;
  const stream = Readable.from(bytesOf(slices), { objectMode: false, highWaterMark: 1 });
  return { length: block.sizeBytes, stream };
}

async function* bytesOf(slices: AsyncGenerator<BlockSlice>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of slices) yield bytes;
}

async function* provenSlices(
  source: SliceSource,
  block: StoredBlockSummary,
  proof: BlockProof,
  logger: Logger,
): AsyncGenerator<BlockSlice> {
  try {
    for await (const slice of readSlices(source, block)) {
      if (slice === undefined || !proof.covers(slice)) {
        throw source.blockDamage(block.height, slice?.offset ?? 0);
      }
      yield slice;
    }
  } catch (error) {
    // The answer has begun: nobody behind this can tell it any more.
    logger.error({ err: error, height: block.height }, 'a block could not be sent to its end');
    throw error;
  }
}
