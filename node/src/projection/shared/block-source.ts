import { closeSync, openSync, readSync } from 'node:fs';
import { type BlockId, countTransactions, ID_SIZE } from '@cairn/protocol';
import type { LocatedBlock } from '../../chain/chain-reader.ts';
import { readProvenBlock, type ProvenBlock, type SliceSource } from '../../whole-blocks/block-proof.ts';
import { ProjectionError } from '../projection-store.ts';

/** A block as input of the projection. */
export interface SourceBlock {
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly id: BlockId;
  readonly raw: Buffer;
  /** Transaction IDs in block order, 32 bytes each. */
  readonly ids: Buffer;
  readonly transactionCount: number;
}

/** Combines a proven block with its height and ID. */
export function sourceBlock(
  { height, id }: { height: number; id: BlockId },
  { raw, transactionIds: ids }: ProvenBlock,
): SourceBlock {
  return {
    height,
    id,
    raw: Buffer.from(raw.buffer, raw.byteOffset, raw.length),
    ids: Buffer.from(ids.buffer, ids.byteOffset, ids.length),
    transactionCount: ids.length / ID_SIZE,
  };
}

/**
 * Yields blocks in order, one at a time, because a block may have 8 MiB. A block that this process has just validated is
 * already in memory; any other is read from its file and proven (see `block-proof.ts`).
 * @throws ProjectionError `block_unreadable`
 */
export async function* readBlocks(blocks: readonly LocatedBlock[]): AsyncGenerator<SourceBlock> {
  for (const block of blocks) yield sourceBlock(block, block.validated ?? (await readLocatedBlock(block)));
}

/** Reads synchronously: the writing thread has nothing else to do. @throws ProjectionError `block_unreadable` */
async function readLocatedBlock(located: LocatedBlock): Promise<ProvenBlock> {
  const { height, id, path, size } = located;
  try {
    const file = openSync(path, 'r');
    try {
      const block = { height, id, transactionCount: countTransactions(size) };
      return (await readProvenBlock(sliceSourceOf(file, located), block))!;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ProjectionError) throw error;
    const problem = `block ${height} cannot be read: ${(error as Error).message}`;
    throw new ProjectionError('block_unreadable', problem, { cause: error });
  }
}

function sliceSourceOf(file: number, { height, path, offset: start }: LocatedBlock): SliceSource {
  let memory = new Uint8Array(0); // reused: each slice is copied before the next slice is read
  return {
    readBlockSlice: async (_block, { offset, length }) => {
      if (memory.length < length) memory = new Uint8Array(length);
      const bytes = memory.subarray(0, length).fill(0);
      readSync(file, bytes, 0, length, start + offset); // bytes past the end of the file stay 0, which fails the proof
      return bytes;
    },
    blockDamage: (_height, offset) =>
      new ProjectionError('block_unreadable', `block ${height} is not at byte ${start + offset} of ${path}`),
  };
}
