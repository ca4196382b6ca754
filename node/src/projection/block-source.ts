import { closeSync, openSync, readSync } from 'node:fs';
import {
  blockIdBytes,
  bytesToHex,
  countTransactions,
  decodeBlockHeader,
  ID_SIZE,
  MerkleTree,
  transactionIdBytes,
  transactionOffset,
} from '@cairn/protocol';
import type { LocatedBlock } from '../chain/chain-types.ts';
import { ProjectionError } from './store.ts';

/** The bytes of a block and its transaction IDs in block order, 32 bytes each. */
export interface BlockSource {
  readonly raw: Uint8Array;
  readonly transactionIds: Uint8Array;
}

/**
 * A block of the chain: from memory if this process has just validated it; otherwise read from its file and proven, that is,
 * its header hashes to its ID and its transactions to the Merkle root in its header. Reads synchronously: the writing thread has
 * nothing else to do.
 * @throws ProjectionError `block_unreadable`, with file and offset
 */
export function readBlock(located: LocatedBlock): BlockSource {
  if (located.validated !== undefined) return located.validated;
  const { height, id, path, offset, size } = located;
  const raw = readBytes(located);
  const count = countTransactions(size);
  const transactionIds = new Uint8Array(count * ID_SIZE);
  const tree = new MerkleTree(count);
  for (let index = 0; index < count; index += 1) {
    const transaction = transactionIdBytes(
      raw.subarray(transactionOffset(index), transactionOffset(index + 1)),
    );
    transactionIds.set(transaction, index * ID_SIZE);
    tree.add(transaction);
  }
  const isProven =
    bytesToHex(blockIdBytes(raw)) === id && bytesToHex(tree.finish()) === decodeBlockHeader(raw).merkleRoot;
  if (!isProven)
    throw new ProjectionError('block_unreadable', `block ${height} is not at byte ${offset} of ${path}`);
  return { raw, transactionIds };
}

/** Bytes past the end of the file stay 0, which fails the proof. */
function readBytes({ height, path, offset, size }: LocatedBlock): Uint8Array {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(size);
      readSync(file, bytes, 0, size, offset);
      return bytes;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const problem = `block ${height} at byte ${offset} of ${path} cannot be read: ${(error as Error).message}`;
    throw new ProjectionError('block_unreadable', problem, { cause: error });
  }
}
