import { base64urlnopad } from '@scure/base';
import { decodeBlockHeader, HEADER_SIZE } from './block-header.ts';
import { concatBytes } from './bytes.ts';
import { decodeTransaction, TRANSACTION_SIZE } from './transaction.ts';
import type { PaymentEvidence } from './verify-payment.ts';

/*
 * A receipt of a payment as a text that fits into a link, can be stored and handed on, and is checked without a node: `cairn-proof-1.`
 * and, in base64url without padding,
 *
 *     u32 position in the block | u32 transactions in the block | transaction (213) | header (118) | Merkle path (32 each)
 *
 * with big-endian numbers. In a block of 1,000 transactions the path has 10 hashes and the text about 900 characters.
 */
const PREFIX = 'cairn-proof-1.';
const COUNTS = 8;
const LEAST = COUNTS + TRANSACTION_SIZE + HEADER_SIZE;
/** Bytes of a hash, and most hashes of a Merkle path: a tree of 2^32 leaves. */
const HASH = 32;
const MAX_PATH = 32;

/** The text of a receipt. */
export function formatPaymentReceipt({ index, count, transaction, header, path }: PaymentEvidence): string {
  const counts = new DataView(new ArrayBuffer(COUNTS));
  counts.setUint32(0, index);
  counts.setUint32(4, count);
  const bytes = concatBytes(new Uint8Array(counts.buffer), transaction, header, ...path);
  return PREFIX + base64urlnopad.encode(bytes);
}

/**
 * The receipt of a text; `undefined` if it is damaged, incomplete or of another version. Nothing in it is checked: that is for
 * `verifyPayment`.
 * @throws ProtocolError if transaction or header cannot be decoded
 */
export function parsePaymentReceipt(text: string): PaymentEvidence | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = base64urlnopad.decode(text.slice(PREFIX.length));
  } catch {
    return undefined;
  }
  const hashes = (bytes.length - LEAST) / HASH;
  if (!Number.isInteger(hashes) || hashes < 0 || hashes > MAX_PATH) return undefined;
  const counts = new DataView(bytes.buffer, bytes.byteOffset, COUNTS);
  const part = (from: number, length: number) => bytes.slice(from, from + length);
  const transaction = part(COUNTS, TRANSACTION_SIZE);
  const header = part(COUNTS + TRANSACTION_SIZE, HEADER_SIZE);
  decodeTransaction(transaction);
  decodeBlockHeader(header);
  const path = Array.from({ length: hashes }, (_, at) => part(LEAST + HASH * at, HASH));
  return { index: counts.getUint32(0), count: counts.getUint32(4), transaction, header, path };
}
