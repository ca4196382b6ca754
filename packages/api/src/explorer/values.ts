/** Blocks and transactions of `@cairn/protocol` in the API's fields, as a node serializes them and a verifier computes them. */
import {
  type Address,
  type BlockHeader,
  type BlockId,
  blockSize,
  bytesToHex,
  encodeTransaction,
  formatBits,
  formatPebbles,
  hexToBytes,
  isCoinbase,
  parsePebbles,
  type Transaction,
  type TransactionId,
} from '@cairn/protocol';
import type { BlockSummary, ExplorerTransaction } from './schemas.ts';

/** The fields of a block's header. */
export function headerFields({ header, id }: { readonly header: BlockHeader; readonly id: BlockId }) {
  return {
    height: header.height,
    prev_block_hash: header.previousBlockId,
    miner: header.miner,
    id,
    nonce: header.nonce,
    version: header.version,
    timestamp: header.timestamp,
    bits: formatBits(header.bits),
    merkle_root: header.merkleRoot,
  };
}

/** What a summary says of a block. Amounts are pebbles. */
export interface SummarizedBlock {
  readonly header: BlockHeader;
  readonly id: BlockId;
  readonly transactionCount: number;
  readonly totalFees: bigint;
  readonly reward: bigint;
}

/** A block's summary (interface document, section 2.2). */
export function serializeBlock(block: SummarizedBlock, tipHeight: number): BlockSummary {
  return {
    ...headerFields(block),
    transaction_count: block.transactionCount,
    size_bytes: blockSize(block.transactionCount),
    total_fees: formatPebbles(block.totalFees),
    reward: formatPebbles(block.reward),
    confirmations: confirmationsOf(block.header.height, tipHeight),
  };
}

/** A transaction with its ID. */
export interface IdentifiedTransaction {
  readonly id: TransactionId;
  readonly transaction: Transaction;
}

/** ID and fields of a transaction in no block. */
export function transactionFields({ id, transaction }: IdentifiedTransaction) {
  return {
    id,
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: formatPebbles(transaction.fee),
    value: formatPebbles(transaction.value),
    from_address: transaction.fromAddress,
    to_address: transaction.toAddress,
    unlock_sig: bytesToHex(transaction.unlockSig),
    is_coinbase: isCoinbase(transaction),
  };
}

/** A transaction at its place in a block. */
export interface PlacedTransaction extends IdentifiedTransaction {
  readonly height: number;
  readonly blockId: BlockId;
  /** Unix seconds of the block. */
  readonly timestamp: number;
  readonly index: number;
}

/** A confirmed transaction (interface document, section 2.3). */
export function serializeTransaction(row: PlacedTransaction, tipHeight: number): ExplorerTransaction {
  return {
    ...transactionFields(row),
    block_height: row.height,
    block_id: row.blockId,
    block_timestamp: row.timestamp,
    transaction_index: row.index,
    confirmations: confirmationsOf(row.height, tipHeight),
  };
}

/** The 213 bytes of a transaction's fields. @throws ProtocolError if a field does not fit or is missing */
export function encodeFields(
  fields: Pick<
    ExplorerTransaction,
    'chain' | 'nonce' | 'fee' | 'value' | 'from_address' | 'to_address' | 'unlock_sig'
  >,
): Uint8Array {
  return encodeTransaction({
    chain: fields.chain,
    nonce: fields.nonce,
    fee: parsePebbles(fields.fee),
    value: parsePebbles(fields.value),
    fromAddress: fields.from_address,
    toAddress: fields.to_address,
    unlockSig: hexToBytes(fields.unlock_sig ?? ''),
  });
}

/** Direction of a transaction, as seen by its sender or recipient. */
export function directionOf(
  { fromAddress, toAddress }: Pick<Transaction, 'fromAddress' | 'toAddress'>,
  address: Address,
): 'in' | 'out' | 'self' {
  if (fromAddress !== address) return 'in';
  return toAddress === address ? 'self' : 'out';
}

/** Depth in the chain, including the block itself; at least 1 (interface document, section 8). */
function confirmationsOf(height: number, tipHeight: number): number {
  return tipHeight - height + 1;
}
