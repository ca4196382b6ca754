import { addressProofSchema, transactionProofSchema } from '@cairn/api/explorer';
import {
  blockId,
  bytesToHex,
  concatBytes,
  decodeBlockHeader,
  findNetworkByChainId,
  HEADER_SIZE,
  hexToBytes,
  TRANSACTION_SIZE,
  transactionId,
} from '@cairn/protocol';
import { base64urlnopad } from '@scure/base';
import * as z from 'zod/mini';
import { RECEIPT_TEXT } from './proof-link.ts';

/** Receipts that can be stored, handed on and checked without the API: as JSON in a file, and as a short text in a link. */

export const hexOf = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));

/** Bytes of a hash, and most hashes of a Merkle path: a tree of 2^32 leaves. */
const HASH = 32;
const MAX_PATH = 32;

const { network, ...proofFields } = transactionProofSchema.shape;

/** A transaction and its place in a block. */
export const receiptSchema = z.object({
  format: z.optional(z.enum(['cairn-evidence-1'])),
  network: z.optional(network),
  transaction: hexOf(TRANSACTION_SIZE),
  header: hexOf(HEADER_SIZE),
  /** Leaves of the Merkle tree, without which its path does not prove the position. */
  transaction_count: z.int().check(z.gte(1)),
  proof: z.object({ ...proofFields, path: z.array(hexOf(HASH)).check(z.maxLength(MAX_PATH)) }),
});

/** A receipt of a transaction. */
export type Receipt = z.output<typeof receiptSchema>;

const { history_before: _before, ...balanceFields } = addressProofSchema.shape;

/** The API's proof of an address and, in a receipt that this website has made, what it proves. */
export const balanceReceiptSchema = z.object({
  format: z.optional(z.enum(['cairn-balance-1'])),
  ...balanceFields,
  exists: z.optional(z.boolean()),
  /** Pebbles. */
  balance: z.optional(z.string()),
  nonce: z.optional(z.int()),
});

/** Receipt of an address's balance at a block. */
export type BalanceReceipt = z.output<typeof balanceReceiptSchema>;

/*
 * A receipt as a short text that fits into a link: `cairn-proof-1.` and, in base64url without padding,
 *
 *     u32 position in the block | u32 transactions in the block | transaction (213) | header (118) | Merkle path (32 each)
 *
 * with big-endian numbers. IDs, height, root and network follow from these bytes, so they cannot contradict them. In a block of
 * 1,000 transactions the path has 10 hashes and the text about 900 characters.
 */
const PREFIX = `${RECEIPT_TEXT}1.`;
const COUNTS = 8;
const LEAST = COUNTS + TRANSACTION_SIZE + HEADER_SIZE;

/** The text of a receipt. */
export function formatReceiptText({ transaction, header, transaction_count, proof }: Receipt): string {
  const counts = new DataView(new ArrayBuffer(COUNTS));
  counts.setUint32(0, proof.transaction_index);
  counts.setUint32(4, transaction_count);
  const parts = [transaction, header, ...proof.path].map(hexToBytes);
  return PREFIX + base64urlnopad.encode(concatBytes(new Uint8Array(counts.buffer), ...parts));
}

/**
 * The receipt of a text, or why it is none. Nothing in it is checked.
 * @throws ProtocolError if the header's bytes are not a header
 */
export function parseReceiptText(text: string): Receipt | 'proof_version' | 'proof_damaged' {
  if (!text.startsWith(PREFIX)) return 'proof_version';
  let bytes: Uint8Array;
  try {
    bytes = base64urlnopad.decode(text.slice(PREFIX.length));
  } catch {
    return 'proof_damaged';
  }
  const hashes = (bytes.length - LEAST) / HASH;
  if (!Number.isInteger(hashes) || hashes < 0 || hashes > MAX_PATH) return 'proof_damaged';
  const counts = new DataView(bytes.buffer, bytes.byteOffset, COUNTS);
  const transaction = bytes.subarray(COUNTS, COUNTS + TRANSACTION_SIZE);
  const header = bytes.subarray(COUNTS + TRANSACTION_SIZE, LEAST);
  const { height, merkleRoot } = decodeBlockHeader(header);
  const name = findNetworkByChainId(transaction[0]!)?.name;
  return {
    ...(name === undefined ? {} : { network: name }),
    transaction: bytesToHex(transaction),
    header: bytesToHex(header),
    transaction_count: counts.getUint32(4),
    proof: {
      id: transactionId(transaction),
      block_id: blockId(header),
      block_height: height,
      transaction_index: counts.getUint32(0),
      merkle_root: merkleRoot,
      path: Array.from({ length: hashes }, (_, at) =>
        bytesToHex(bytes.subarray(LEAST + HASH * at, LEAST + HASH * (at + 1))),
      ),
    },
  };
}
