import {
  countTransactions,
  decodeBlockHeader,
  decodeTransaction,
  HEADER_SIZE,
  hexToBytes,
  MAX_BLOCK_SIZE,
  parseSignedMessage,
  ProtocolError,
  type SignedMessage,
  TRANSACTION_SIZE,
} from '@cairn/protocol';
import { proofOf, RECEIPT_TEXT } from './proof-link.ts';
import {
  type BalanceReceipt,
  balanceReceiptSchema,
  jsonReceiptSchema,
  parseReceiptText,
  type Receipt,
  receiptOfJson,
} from './receipts.ts';

/** Parsed input of the user. `parseInput` has decoded its transaction and its header, if it has them. */
export type GivenInput =
  | { readonly kind: 'transaction' | 'header' | 'block'; readonly raw: Uint8Array }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'balance'; readonly receipt: BalanceReceipt }
  | { readonly kind: 'message'; readonly signed: SignedMessage };

/** Why an input cannot be parsed. */
export interface InputProblem {
  readonly kind: 'problem';
  readonly code: 'empty' | 'unknown' | 'length' | 'too_large' | 'message' | 'malformed' | 'proof';
  /** Number of bytes, if that is the problem. */
  readonly bytes?: number | undefined;
  /** The decoder's message (English), for `malformed` bytes. */
  readonly message?: string | undefined;
}

/** Longest input: a full block as hex, and some room. */
const MAX_INPUT_LENGTH = 2 * MAX_BLOCK_SIZE + 65_536;

/**
 * Parses a text or a file: hex or bytes of a transaction, a header or a block; a receipt of a transaction as its file and
 * a link have it (`cairn-proof-1.`), the link, or its earlier file (JSON); a receipt of a balance (JSON); a signed message (`-----BEGIN`).
 */
export function parseInput(given: string | Uint8Array): GivenInput | InputProblem {
  if (given.length > MAX_INPUT_LENGTH) return problem('too_large');
  try {
    if (typeof given === 'string') return parseText(given.trim());
    return isText(given) ? parseText(new TextDecoder().decode(given).trim()) : parseBytes(given);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { kind: 'problem', code: 'malformed', message: error.message };
  }
}

function problem(code: InputProblem['code']): InputProblem {
  return { kind: 'problem', code };
}

function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

function parseText(text: string): GivenInput | InputProblem {
  if (text === '') return problem('empty');
  if (text.startsWith('{')) return parseJson(text);
  if (text.startsWith('-----BEGIN')) {
    const signed = parseSignedMessage(text);
    return signed === undefined ? problem('message') : { kind: 'message', signed };
  }
  const proof = text.startsWith(RECEIPT_TEXT) ? text : proofOf(URL.parse(text)?.hash ?? '');
  if (proof !== undefined) {
    const receipt = parseReceiptText(proof);
    return receipt === undefined ? problem('proof') : { kind: 'receipt', receipt };
  }
  const digits = text.replace(/^0x/i, '').replaceAll(/\s+/g, '');
  return /^([0-9a-fA-F]{2})+$/.test(digits) ? parseBytes(hexToBytes(digits)) : problem('unknown');
}

/** @throws ProtocolError if bytes of a valid length cannot be decoded */
function parseBytes(raw: Uint8Array): GivenInput | InputProblem {
  if (raw.length === TRANSACTION_SIZE) {
    decodeTransaction(raw);
    return { kind: 'transaction', raw };
  }
  const isHeader = raw.length === HEADER_SIZE;
  if (!isHeader && !isBlockSize(raw.length)) return { ...problem('length'), bytes: raw.length };
  decodeBlockHeader(raw);
  return { kind: isHeader ? 'header' : 'block', raw };
}

function isBlockSize(size: number): boolean {
  try {
    return countTransactions(size) > 0;
  } catch {
    return false;
  }
}

/** @throws ProtocolError if transaction or header cannot be decoded */
function parseJson(text: string): GivenInput | InputProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('unknown');
  }
  const receipt = jsonReceiptSchema.safeParse(value);
  if (receipt.success) return { kind: 'receipt', receipt: receiptOfJson(receipt.data) };
  const { success, data } = balanceReceiptSchema.safeParse(value);
  if (!success) return problem('unknown');
  decodeBlockHeader(hexToBytes(data.header));
  return { kind: 'balance', receipt: data };
}
