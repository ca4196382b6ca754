import {
  blockSize,
  countTransactions,
  HEADER_SIZE,
  splitBlock,
  TRANSACTION_SIZE,
  transactionOffset,
} from '@cairn/protocol';
import type { WholeBlock } from '../checks/block.ts';
import { readHeader, type HeaderBytes } from '../checks/header.ts';
import { bytesOfShown, type ShownTransaction } from '../checks/transaction.ts';
import { type ApiSource, Unavailable } from '../source.ts';

/** Blocks up to this size are fetched whole without being asked to: about 4,900 transactions. */
export const WHOLE_BLOCK_LIMIT = 1024 * 1024;

/** The bytes of the block that a page shows: all of them, or its beginning. */
export interface BlockBytes {
  readonly header: HeaderBytes;
  /** Absent for a block that is larger than what may be fetched. */
  readonly whole: WholeBlock | undefined;
  /** A transaction's bytes, where they were fetched. */
  readonly transactionAt: (index: number) => Uint8Array | undefined;
  readonly source: string;
}

export interface BlockBytesOptions {
  readonly reference: string | number;
  /** Transactions in the block, as the API says: decides how much is fetched. */
  readonly count: number;
  /** Of a larger block, the transaction at this place is fetched too, if it lies within the limit. */
  readonly needed: number;
  /** Bytes of a block that may be fetched whole. */
  readonly limit: number;
  readonly onProgress: (bytes: number, total: number) => void;
}

/**
 * Fetches a block's bytes, or their beginning.
 * @throws ProtocolError where they are no block's; what the API's client throws
 */
export async function fetchBlockBytes(source: ApiSource, options: BlockBytesOptions): Promise<BlockBytes> {
  const { reference, count, needed, limit, onProgress } = options;
  const size = blockSize(count);
  const isWhole = size <= limit;
  const end = transactionOffset(needed + 1);
  const most = isWhole ? limit : end <= limit ? end : transactionOffset(1);
  const raw = await source.rawBlock(reference, most, (bytes) => onProgress(bytes, isWhole ? size : most));
  const route = `/api/v1/blocks/${reference}/raw`;
  const header = readHeader(raw, `${route} [0–${HEADER_SIZE - 1}]`);
  if (!isWhole)
    return { header, whole: undefined, transactionAt: (index) => sliceAt(raw, index), source: route };
  countTransactions(raw.length);
  const { transactionBytes } = splitBlock(raw);
  const whole = { header, transactions: transactionBytes, size: raw.length, source: route };
  return { header, whole, transactionAt: (index) => transactionBytes[index], source: route };
}

function sliceAt(raw: Uint8Array, index: number): Uint8Array | undefined {
  const start = transactionOffset(index);
  const bytes = raw.subarray(start, start + TRANSACTION_SIZE);
  return bytes.length === TRANSACTION_SIZE ? bytes : undefined;
}

/**
 * The 213 bytes that an answer's fields stand for.
 * @throws Unavailable where the answer leaves the signature out, as the contract lets it; ProtocolError where a field
 *   does not fit
 */
export function bytesOfAnswer(shown: ShownTransaction): Uint8Array {
  if (shown.unlock_sig === null) throw new Unavailable({ code: 'not_supported' });
  return bytesOfShown(shown);
}

/** Route and range of a transaction's bytes. */
export function placeOf(route: string, index: number): string {
  const start = transactionOffset(index);
  return `${route} [${start}–${start + TRANSACTION_SIZE - 1}]`;
}
