import { decodeBlockHeader, encodeBlockHeader, HEADER_SIZE, type BlockHeader } from './block-header.ts';
import { concatBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { MAX_BLOCK_SIZE } from './networks.ts';
import { decodeTransaction, encodeTransaction, TRANSACTION_SIZE, type Transaction } from './transaction.ts';

/** Maximum number of transactions in a block, including the coinbase: 39,382. */
export const MAX_BLOCK_TRANSACTIONS = Math.floor((MAX_BLOCK_SIZE - HEADER_SIZE) / TRANSACTION_SIZE);

export interface Block {
  readonly header: BlockHeader;
  /** The coinbase first. */
  readonly transactions: readonly Transaction[];
}

/** The parts of a block, not decoded, as views of its bytes. */
export interface SplitBlock {
  readonly headerBytes: Uint8Array;
  /** 213 bytes each. */
  readonly transactionBytes: readonly Uint8Array[];
}

/** Size of a block in bytes: 118 + 213 × n. */
export function blockSize(transactionCount: number): number {
  return HEADER_SIZE + TRANSACTION_SIZE * transactionCount;
}

/** Offset of a transaction in its block. @param index zero-based */
export function transactionOffset(index: number): number {
  return blockSize(index);
}

/**
 * The canonical bytes of a block.
 * @throws ProtocolError `invalid_block` unless it has 1 to 39,382 transactions; `invalid_block_header` or
 * `invalid_transaction` when a field does not fit
 */
export function encodeBlock(block: Block): Uint8Array {
  countTransactions(blockSize(block.transactions.length));
  return concatBytes(encodeBlockHeader(block.header), ...block.transactions.map(encodeTransaction));
}

/**
 * Number of transactions in a block of this many bytes.
 * @throws ProtocolError `invalid_block` unless the size is 118 + 213 × n with 1 ≤ n ≤ 39,382
 */
export function countTransactions(size: number): number {
  const count = (size - HEADER_SIZE) / TRANSACTION_SIZE;
  if (!Number.isInteger(count) || count < 1 || count > MAX_BLOCK_TRANSACTIONS) {
    throw new ProtocolError('invalid_block', `no block has ${size} bytes`, { size });
  }
  return count;
}

/** Splits a block without decoding it. @throws ProtocolError `invalid_block` for a size that no block has */
export function splitBlock(raw: Uint8Array): SplitBlock {
  const count = countTransactions(raw.length);
  return {
    headerBytes: raw.subarray(0, HEADER_SIZE),
    transactionBytes: Array.from({ length: count }, (_, index) =>
      raw.subarray(transactionOffset(index), transactionOffset(index + 1)),
    ),
  };
}

/**
 * Reads a block; only its form is checked.
 * @throws ProtocolError `invalid_block`, `invalid_block_header` or `invalid_transaction`
 */
export function decodeBlock(raw: Uint8Array): Block {
  const { headerBytes, transactionBytes } = splitBlock(raw);
  return { header: decodeBlockHeader(headerBytes), transactions: transactionBytes.map(decodeTransaction) };
}
