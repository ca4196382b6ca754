import type { BlockSummary, ExplorerTransaction, TransactionDetail } from '@cairn/api/explorer';
import {
  type BlockHeader,
  blockId,
  type BlockId,
  BlockTransactions,
  blockSize,
  bytesToHex,
  concatBytes,
  decodeBlockHeader,
  decodeTransaction,
  encodeTransaction,
  formatBits,
  formatPebbles,
  HEADER_SIZE,
  hexToBytes,
  isCoinbase,
  parsePebbles,
  splitBlock,
  transactionId,
} from '@cairn/protocol';

/** Values of the API's own types, decoded from bytes. Nothing is checked here. */

/** A header with its bytes. */
export interface CheckedHeader {
  /** 118 bytes. */
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID: the hash of the bytes. */
  readonly id: BlockId;
}

/** Reads the header at the beginning of some bytes. @throws ProtocolError if they are not a header */
export function readHeader(bytes: Uint8Array): CheckedHeader {
  const own = bytes.slice(0, HEADER_SIZE);
  return { bytes: own, header: decodeBlockHeader(own), id: blockId(own) };
}

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

/** The 213 bytes of a transaction's fields. @throws ProtocolError if a field does not fit or is missing */
export function encodeFields(
  fields: Pick<
    TransactionDetail,
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

/** What a transaction's row shows of its block. */
interface PlacedBlock {
  readonly header: Pick<BlockHeader, 'height' | 'timestamp'>;
  readonly id: BlockId;
}

/** A transaction at its place. @param tip height of the newest block */
export function rowOf(
  raw: Uint8Array,
  index: number,
  { header: { height, timestamp }, id }: PlacedBlock,
  tip: number,
): ExplorerTransaction {
  return {
    ...fieldsOf(raw),
    block_height: height,
    block_id: id,
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
