import { closeSync, openSync, readSync } from 'node:fs';
import {
  blockId,
  bytesToHex,
  decodeBlockHeader,
  HEADER_SIZE,
  TRANSACTION_SIZE,
  type BlockHeader,
} from '@cairn/protocol';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { digestTransactions } from '../../chain/transaction-checks.ts';
import { ProjectionError } from '../projection-store.ts';

const ID_SIZE = 32;

/** A block as the projection takes it in. */
export interface SourceBlock {
  /** 64 lowercase hex characters. */
  readonly id: string;
  readonly header: BlockHeader;
  /** In block order; `raw` is 213 bytes, `id` 32. Views of larger arrays. */
  readonly transactions: readonly { readonly raw: Uint8Array; readonly id: Uint8Array }[];
}

/**
 * Reads a block from its file and proves it: its header has the ID that was asked for, its transactions give the
 * header's Merkle root.
 * @throws ProjectionError `block_unreadable`
 */
export function readBlock(place: BlockPlace): SourceBlock {
  const block = parseBlock(readBytes(place));
  if (block?.id !== place.id) {
    throw new ProjectionError(
      'block_unreadable',
      `block ${place.height} is not at byte ${place.offset} of ${place.path}`,
    );
  }
  return block;
}

/** @returns `undefined` where the transactions do not give the Merkle root */
export function parseBlock(raw: Uint8Array): SourceBlock | undefined {
  const header = decodeBlockHeader(raw);
  const { ids, root } = digestTransactions(raw.subarray(HEADER_SIZE));
  if (bytesToHex(root) !== header.merkleRoot) return undefined;
  const transactions = Array.from({ length: ids.length / ID_SIZE }, (_, index) => ({
    raw: raw.subarray(HEADER_SIZE + index * TRANSACTION_SIZE, HEADER_SIZE + (index + 1) * TRANSACTION_SIZE),
    id: ids.subarray(index * ID_SIZE, (index + 1) * ID_SIZE),
  }));
  return { id: blockId(raw), header, transactions };
}

function readBytes({ path, offset, size, height }: BlockPlace): Uint8Array {
  const bytes = new Uint8Array(size);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, bytes, 0, size, offset); // too few leave zeros, which are no such block
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const problem = `block ${height} cannot be read: ${(error as Error).message}`;
    throw new ProjectionError('block_unreadable', problem, { cause: error });
  }
  return bytes;
}
