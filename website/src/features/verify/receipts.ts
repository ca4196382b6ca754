import { addressProofSchema } from '@cairn/api/explorer';
import {
  concatBytes,
  decodeBlockHeader,
  decodeTransaction,
  HEADER_SIZE,
  type PaymentEvidence,
  TRANSACTION_SIZE,
} from '@cairn/protocol';
import { base64urlnopad } from '@scure/base';
import * as z from 'zod/mini';
import { RECEIPT_TEXT } from './hand-on.ts';

/*
 * Receipts that can be stored, handed on and checked without the API. That of a payment fits into a link: `cairn-proof-1.` and, in
 * base64url without padding,
 *
 *     u32 position in the block | u32 transactions in the block | transaction (213) | header (118) | Merkle path (32 each)
 *
 * with big-endian numbers. In a block of 1,000 transactions the path has 10 hashes and the text about 900 characters.
 */
const PREFIX = `${RECEIPT_TEXT}1.`;
const COUNTS = 8;
const LEAST = COUNTS + TRANSACTION_SIZE + HEADER_SIZE;
/** Bytes of a hash, and most hashes of a Merkle path: a tree of 2^32 leaves. */
const HASH = 32;
const MAX_PATH = 32;

export function formatReceiptText({ index, count, transaction, header, path }: PaymentEvidence): string {
  const counts = new DataView(new ArrayBuffer(COUNTS));
  counts.setUint32(0, index);
  counts.setUint32(4, count);
  const bytes = concatBytes(new Uint8Array(counts.buffer), transaction, header, ...path);
  return PREFIX + base64urlnopad.encode(bytes);
}

/**
 * The receipt of a text; `undefined` if it is damaged, incomplete or of another version. Nothing in it is checked.
 * @throws ProtocolError if transaction or header cannot be decoded
 */
export function parseReceiptText(text: string): PaymentEvidence | undefined {
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

const { history_before: _before, ...balanceFields } = addressProofSchema.shape;

/** The API's proof of an address and, in a receipt that this website has made, what it proves. Stored as JSON. */
export const balanceReceiptSchema = z.object({
  format: z.optional(z.enum(['cairn-balance-1'])),
  ...balanceFields,
  exists: z.optional(z.boolean()),
  /** Pebbles. */
  balance: z.optional(z.string()),
  nonce: z.optional(z.int()),
});

export type BalanceReceipt = z.output<typeof balanceReceiptSchema>;
