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
import * as z from 'zod/mini';
import { proofOf, RECEIPT_TEXT } from './proof-link.ts';
import {
  type BalanceReceipt,
  balanceReceiptSchema,
  hexOf,
  parseReceiptText,
  type Receipt,
  receiptSchema,
} from './receipts.ts';

const messageSchema = z.object({ message: z.string(), address: z.string(), signature: hexOf(128) });

/** Parsed input of the user. `parseInput` has decoded its transaction and its header, if it has them. */
export type GivenInput =
  | { readonly kind: 'transaction' | 'header' | 'block'; readonly raw: Uint8Array }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'balance'; readonly receipt: BalanceReceipt }
  | { readonly kind: 'message'; readonly signed: SignedMessage };

/** Why an input cannot be parsed. */
export interface InputProblem {
  readonly kind: 'problem';
  readonly code:
    | 'empty'
    | 'odd_hex'
    | 'length'
    | 'not_text'
    | 'shape'
    | 'too_large'
    | 'message'
    | 'malformed'
    | 'proof_version'
    | 'proof_damaged';
  /** Number of bytes, if that is the problem. */
  readonly bytes?: number | undefined;
  /** The decoder's message (English), for `malformed` bytes. */
  readonly message?: string | undefined;
}

/** Longest input: a full block as hex, and some room. */
const MAX_INPUT_LENGTH = 2 * MAX_BLOCK_SIZE + 65_536;

/**
 * Parses a text or a file: hex or bytes of a transaction, a header or a block; JSON of a receipt (of a transaction
 * or a balance) or a signed message; a signed message in its text form (`-----BEGIN`); a proof as a link carries it
 * (`cairn-proof-1.`), or the link.
 */
export function parseInput(given: string | Uint8Array): GivenInput | InputProblem {
  if (given.length > MAX_INPUT_LENGTH) return problem('too_large');
  try {
    if (typeof given === 'string') return parseText(given);
    return isText(given) ? parseText(new TextDecoder().decode(given)) : parseBytes(given);
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
  const trimmed = text.trim();
  if (trimmed === '') return problem('empty');
  if (trimmed.startsWith('{') || trimmed.startsWith('"')) return parseJson(trimmed);
  if (trimmed.startsWith('-----BEGIN')) {
    const signed = parseSignedMessage(trimmed);
    return signed === undefined ? problem('message') : { kind: 'message', signed };
  }
  const proof = trimmed.startsWith(RECEIPT_TEXT) ? trimmed : proofOf(URL.parse(trimmed)?.hash ?? '');
  if (proof !== undefined) {
    const receipt = parseReceiptText(proof);
    return typeof receipt === 'string' ? problem(receipt) : receiptOf(receipt);
  }
  const digits = trimmed.replace(/^0x/i, '').replaceAll(/\s+/g, '');
  if (!/^[0-9a-fA-F]+$/.test(digits)) return problem('not_text');
  if (digits.length % 2 === 1) return problem('odd_hex');
  return parseBytes(hexToBytes(digits));
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

function parseJson(text: string): GivenInput | InputProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('shape');
  }
  return typeof value === 'string' ? parseText(value) : parseObject(value as object);
}

function parseObject(value: object): GivenInput | InputProblem {
  if ('raw' in value && typeof value.raw === 'string') return parseText(value.raw);
  const receipt = receiptSchema.safeParse(value);
  if (receipt.success) return receiptOf(receipt.data);
  const balance = balanceReceiptSchema.safeParse(value);
  if (balance.success) {
    decodeBlockHeader(hexToBytes(balance.data.header));
    return { kind: 'balance', receipt: balance.data };
  }
  const message = messageSchema.safeParse(value);
  return message.success ? { kind: 'message', signed: message.data } : problem('shape');
}

/** @throws ProtocolError if transaction or header cannot be decoded */
function receiptOf(receipt: Receipt): GivenInput {
  decodeTransaction(hexToBytes(receipt.transaction));
  decodeBlockHeader(hexToBytes(receipt.header));
  return { kind: 'receipt', receipt };
}
