import { transactionOffset } from '@cairn/protocol';
import type { ChainReader, StoredBlockSummary } from '../chain/chain-reader.ts';

/** Transactions of a slice: with the header before the first it stays below 64 KiB, and takes about 1 ms to hash. */
const SLICE_TRANSACTIONS = 307;

/** A part of a block's bytes: whole transactions, in the first slice with the header before them. */
export interface BlockSlice {
  readonly index: number;
  /** First byte, from the start of the block. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What slices are read from. */
export type SliceSource = Pick<ChainReader, 'readBlockSlice' | 'blockDamage'>;

/** How many slices a block has. */
export function sliceCount({ transactionCount }: StoredBlockSummary): number {
  return Math.ceil(transactionCount / SLICE_TRANSACTIONS);
}

/**
 * Reads a block slice by slice; between two of them everything else has its turn.
 * @returns `undefined` in the place of the slice where the canonical chain does not hold the block any more
 * @throws BlockFileError when the file ends before the block
 */
export async function* readSlices(
  source: SliceSource,
  block: StoredBlockSummary,
): AsyncGenerator<BlockSlice | undefined> {
  for (let index = 0; index < sliceCount(block); index += 1) {
    const offset = index === 0 ? 0 : transactionOffset(index * SLICE_TRANSACTIONS);
    const last = Math.min((index + 1) * SLICE_TRANSACTIONS, block.transactionCount);
    const place = { offset, length: transactionOffset(last) - offset };
    const bytes = await source.readBlockSlice(block, place);
    yield bytes && { index, offset, bytes };
  }
}
