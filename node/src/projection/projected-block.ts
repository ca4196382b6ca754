/** A block of the chain as the writing thread reads it, and its rows of the table `transactions`. */
import { closeSync, openSync, readSync } from 'node:fs';
import {
  type BlockHeader,
  type BlockId,
  blockIdBytes,
  BlockTransactions,
  bytesToHex,
  countTransactions,
  decodeBlockHeader,
  HEADER_SIZE,
  ID_SIZE,
  MerkleTree,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  transactionIdBytes,
  transactionOffset,
} from '@cairn/protocol';
import type { LocatedBlock } from '../chain/chain-types.ts';
import type { Row } from './engine.ts';
import { ProjectionError } from './store.ts';

/** A block with its header and transfers decoded. */
export interface ProjectedBlock {
  readonly header: BlockHeader;
  readonly id: BlockId;
  readonly raw: Buffer;
  /** In block order, 32 bytes each. */
  readonly transactionIds: Buffer;
  readonly transactions: BlockTransactions;
}

/**
 * Takes a block from memory if this process has just validated it; otherwise reads it from its file and proves it, that is,
 * its header hashes to its ID and its transactions to the Merkle root in its header. Reads synchronously: the writing thread has
 * nothing else to do.
 * @throws ProjectionError `block_unreadable`, with file and offset
 */
export function readBlock(located: LocatedBlock): ProjectedBlock {
  const { raw, transactionIds } = located.validated ?? readProven(located);
  return {
    header: decodeBlockHeader(raw),
    id: located.id,
    raw: bufferOf(raw),
    transactionIds: bufferOf(transactionIds),
    transactions: new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll(),
  };
}

function readProven(located: LocatedBlock): { raw: Uint8Array; transactionIds: Uint8Array } {
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

const UNLOCK_SIG = TRANSACTION_LAYOUT.offsetOf('unlockSig');

/** The rows of the transactions of consecutive blocks. @param first sequence number of the first coinbase */
export function* transactionRows(blocks: readonly ProjectedBlock[], first: number): Generator<Row> {
  let sequence = first;
  for (const { header, raw, transactionIds, transactions } of blocks) {
    const { addresses, senders, recipients, values, fees, nonces } = transactions;
    for (let index = 0; index < transactions.count; index += 1) {
      const start = transactionOffset(index);
      yield [
        sequence,
        header.height,
        index,
        transactionIds.subarray(index * ID_SIZE, (index + 1) * ID_SIZE),
        addresses[senders[index]!]!,
        addresses[recipients[index]!]!,
        String(values[index]!),
        fees[index]!,
        nonces[index]!,
        raw.subarray(start + UNLOCK_SIG, start + TRANSACTION_SIZE),
      ];
      sequence += 1;
    }
  }
}

/** The same bytes; better-sqlite3 takes Buffers. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
