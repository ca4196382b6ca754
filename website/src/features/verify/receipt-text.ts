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
import { RECEIPT_TEXT } from './proof-link.ts';
import type { Receipt } from './receipts.ts';

/**
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
const HASH = 32;
/** Most hashes of a path: a tree of 2^32 leaves. */
const MOST_HASHES = 32;

/** Why a text that begins like a proof is none. */
type ReceiptTextProblem = 'proof_version' | 'proof_text' | 'proof_length';

/**
 * The text of a receipt; `undefined` without the transaction, its header or the number of transactions in its block. Headers
 * above the block are left out: whether the block is in the chain is for the reader's own node to say.
 */
export function formatReceiptText(receipt: Receipt): string | undefined {
  const { transaction, header, transaction_count: count, proof } = receipt;
  if (transaction === undefined || header === undefined || count === undefined) return undefined;
  const counts = new DataView(new ArrayBuffer(COUNTS));
  counts.setUint32(0, proof.transaction_index);
  counts.setUint32(4, count);
  const parts = [transaction, header, ...proof.path].map(hexToBytes);
  return PREFIX + base64urlnopad.encode(concatBytes(new Uint8Array(counts.buffer), ...parts));
}

/**
 * The receipt of a text. Nothing in it is checked.
 * @throws ProtocolError if the header's bytes are not a header
 */
export function parseReceiptText(text: string): Receipt | ReceiptTextProblem {
  if (!text.startsWith(PREFIX)) return 'proof_version';
  let bytes: Uint8Array;
  try {
    bytes = base64urlnopad.decode(text.slice(PREFIX.length));
  } catch {
    return 'proof_text';
  }
  const hashes = (bytes.length - LEAST) / HASH;
  if (!Number.isInteger(hashes) || hashes < 0 || hashes > MOST_HASHES) return 'proof_length';
  const counts = new DataView(bytes.buffer, bytes.byteOffset, COUNTS);
  const transaction = bytes.subarray(COUNTS, COUNTS + TRANSACTION_SIZE);
  const header = bytes.subarray(COUNTS + TRANSACTION_SIZE, LEAST);
  const { height, merkleRoot } = decodeBlockHeader(header);
  const network = findNetworkByChainId(transaction[0]!)?.name;
  return {
    ...(network === undefined ? {} : { network }),
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
