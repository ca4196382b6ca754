import {
  type BlockSummary,
  type ExplorerTransaction,
  serializeBlock,
  serializeTransaction,
  transactionFields,
} from '@cairn/api/explorer';
import {
  type BlockHeader,
  blockId,
  type BlockId,
  BlockTransactions,
  concatBytes,
  decodeBlockHeader,
  decodeTransaction,
  HEADER_SIZE,
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

/** A block's summary. @param tip height of the newest block */
export function summaryOf({ header, transactions, columns }: BlockBytes, tip: number): BlockSummary {
  const [reward, count] = [columns.values[0]!, transactions.length];
  return serializeBlock({ ...header, transactionCount: count, totalFees: columns.totalFees, reward }, tip);
}

const readTransaction = (raw: Uint8Array) => ({
  id: transactionId(raw),
  transaction: decodeTransaction(raw),
});

/** ID and fields of a transaction's 213 bytes. @throws ProtocolError */
export const fieldsOf = (raw: Uint8Array) => transactionFields(readTransaction(raw));

/** A transaction at its place. @param tip height of the newest block */
export function rowOf(
  raw: Uint8Array,
  index: number,
  { header, id }: { readonly header: Pick<BlockHeader, 'height' | 'timestamp'>; readonly id: BlockId },
  tip: number,
): ExplorerTransaction {
  const { height, timestamp } = header;
  return serializeTransaction({ ...readTransaction(raw), index, height, timestamp, blockId: id }, tip);
}
