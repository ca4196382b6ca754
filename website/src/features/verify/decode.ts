import type { BlockSummary, ExplorerTransaction } from '@cairn/api/explorer';
import {
  BlockTransactions,
  blockSize,
  bytesToHex,
  concatBytes,
  decodeTransaction,
  formatBits,
  formatPebbles,
  isCoinbase,
  splitBlock,
  transactionId,
} from '@cairn/protocol';
import { type CheckedHeader, readHeader } from './walk.ts';

/** Values of the API's own types, decoded from bytes. Nothing is checked here. */

/** A block's bytes in parts. */
export interface BlockBytes {
  readonly header: CheckedHeader;
  /** 213 bytes each, the coinbase first. */
  readonly transactions: readonly Uint8Array[];
  readonly columns: BlockTransactions;
}

/** Splits a block into header and transactions. @throws ProtocolError if the bytes are not a block */
export function readBlock(raw: Uint8Array): BlockBytes {
  const { transactionBytes: transactions } = splitBlock(raw);
  const columns = new BlockTransactions(concatBytes(...transactions)).readAll();
  return { header: readHeader(raw), transactions, columns };
}

/** ID and fields of a transaction's 213 bytes. @throws ProtocolError */
export function fieldsOf(raw: Uint8Array) {
  const transaction = decodeTransaction(raw);
  return {
    id: transactionId(raw),
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

/** A transaction at its place. @param tip height of the newest block */
export function rowOf(
  raw: Uint8Array,
  index: number,
  block: CheckedHeader,
  tip: number,
): ExplorerTransaction {
  const { height, timestamp } = block.header;
  return {
    ...fieldsOf(raw),
    block_height: height,
    block_id: block.id,
    block_timestamp: timestamp,
    transaction_index: index,
    confirmations: tip - height + 1,
  };
}

/** The fields of a block's header, in the API's names. */
export function headerFields({ header, id }: CheckedHeader) {
  return {
    id,
    height: header.height,
    version: header.version,
    prev_block_hash: header.previousBlockId,
    merkle_root: header.merkleRoot,
    miner: header.miner,
    timestamp: header.timestamp,
    bits: formatBits(header.bits),
    nonce: header.nonce,
  };
}

/** A block's summary. @param tip height of the newest block */
export function summaryOf({ header, transactions, columns }: BlockBytes, tip: number): BlockSummary {
  return {
    ...headerFields(header),
    transaction_count: transactions.length,
    size_bytes: blockSize(transactions.length),
    total_fees: formatPebbles(columns.totalFees),
    reward: formatPebbles(columns.values[0]!),
    confirmations: tip - header.header.height + 1,
  };
}
