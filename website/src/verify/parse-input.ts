import {
  countTransactions,
  HEADER_SIZE,
  hexToBytes,
  MAX_BLOCK_SIZE,
  parseSignedMessage,
  type SignedMessage,
  TRANSACTION_SIZE,
} from '@cairn/protocol';
import type { ProofClaim } from './merkle-path.ts';
import type { ShownTransaction } from './transaction-checks.ts';

/**
 * A receipt that can be stored and checked without the API: the transaction's bytes, its path to a header's root, that
 * header, and the headers of the blocks on top.
 */
export interface Receipt {
  readonly format: 'cairn-evidence-1';
  readonly network: string;
  /** 213 bytes as hex; absent in a proof alone. */
  readonly transaction?: string | undefined;
  /** 118 bytes as hex. */
  readonly header?: string | undefined;
  readonly proof: ProofClaim;
  /** Leaves of the tree, if known. */
  readonly transaction_count?: number | undefined;
  /** Header of block 1, if the network's difficulty rule needs its time. */
  readonly anchor?: string | undefined;
  /** 118 bytes each, as hex, lowest first. */
  readonly headers_above?: readonly string[] | undefined;
}

/** Parsed input that a user pasted or dropped. */
export type GivenInput =
  | { readonly kind: 'transaction'; readonly raw: Uint8Array; readonly shown?: ShownTransaction | undefined }
  | { readonly kind: 'header'; readonly raw: Uint8Array }
  | { readonly kind: 'block'; readonly raw: Uint8Array }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'message'; readonly signed: SignedMessage };

/** Why an input cannot be parsed. `bytes` is its length if that is the problem. */
export interface InputProblem {
  readonly kind: 'problem';
  readonly code: 'empty' | 'odd_hex' | 'length' | 'not_text' | 'json' | 'shape' | 'too_large' | 'message';
  readonly bytes?: number | undefined;
}

/** Longest input: a full block as hex, and some room. */
const MAX_INPUT_LENGTH = 2 * MAX_BLOCK_SIZE + 65_536;

/**
 * Parses a text: hex of a transaction, a header or a block, JSON of a transaction, a proof or a receipt, or a signed
 * message.
 */
export function parseText(text: string): GivenInput | InputProblem {
  if (text.length > MAX_INPUT_LENGTH) return { kind: 'problem', code: 'too_large' };
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'problem', code: 'empty' };
  if (trimmed.startsWith('{') || trimmed.startsWith('"')) return parseJson(trimmed);
  if (trimmed.startsWith('-----BEGIN')) {
    const signed = parseSignedMessage(trimmed);
    return signed === undefined ? { kind: 'problem', code: 'message' } : { kind: 'message', signed };
  }
  const digits = trimmed.replace(/^0x/i, '').replaceAll(/\s+/g, '');
  if (!/^[0-9a-fA-F]+$/.test(digits)) return { kind: 'problem', code: 'not_text' };
  if (digits.length % 2 === 1) return { kind: 'problem', code: 'odd_hex' };
  return parseBytes(hexToBytes(digits));
}

/** Parses a file: bytes, or a text. */
export function parseFile(bytes: Uint8Array): GivenInput | InputProblem {
  if (bytes.length > MAX_INPUT_LENGTH) return { kind: 'problem', code: 'too_large' };
  if (!isText(bytes)) return parseBytes(bytes);
  return parseText(new TextDecoder().decode(bytes));
}

function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

function parseBytes(raw: Uint8Array): GivenInput | InputProblem {
  if (raw.length === TRANSACTION_SIZE) return { kind: 'transaction', raw };
  if (raw.length === HEADER_SIZE) return { kind: 'header', raw };
  try {
    countTransactions(raw.length);
    return { kind: 'block', raw };
  } catch {
    return { kind: 'problem', code: 'length', bytes: raw.length }; // no block has this size
  }
}

type Json = Readonly<Record<string, unknown>>;

function parseJson(text: string): GivenInput | InputProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'problem', code: 'json' };
  }
  if (typeof value === 'string') return parseText(value);
  return parseObject(value as Json) ?? { kind: 'problem', code: 'shape' };
}

function parseObject(value: Json): GivenInput | InputProblem | undefined {
  if (typeof value['raw'] === 'string') return parseText(value['raw']);
  const proof = isObject(value['proof']) ? value['proof'] : value;
  if (isProof(proof)) return receiptOf(value, proof);
  if (isSignedMessage(value)) return { kind: 'message', signed: value };
  return isTransaction(value) ? transactionOf(value) : undefined;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
const isHash = (value: unknown) => isHex(value, 32);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

function isProof(value: Json): value is Json & ProofClaim {
  return (
    isHash(value['id']) &&
    isHash(value['block_id']) &&
    isHash(value['merkle_root']) &&
    isCount(value['block_height']) &&
    isCount(value['transaction_index']) &&
    Array.isArray(value['path']) &&
    value['path'].length <= 32 &&
    value['path'].every(isHash)
  );
}

function receiptOf(value: Json, proof: ProofClaim): GivenInput | undefined {
  const { transaction, header, anchor, network, transaction_count: count, headers_above: above } = value;
  if (transaction !== undefined && !isHex(transaction, TRANSACTION_SIZE)) return undefined;
  if (header !== undefined && !isHex(header, HEADER_SIZE)) return undefined;
  if (anchor !== undefined && !isHex(anchor, HEADER_SIZE)) return undefined;
  if (count !== undefined && !isCount(count)) return undefined;
  const headers = above ?? [];
  if (!Array.isArray(headers) || !headers.every((one) => isHex(one, HEADER_SIZE))) return undefined;
  return {
    kind: 'receipt',
    receipt: {
      format: 'cairn-evidence-1',
      network: typeof network === 'string' ? network : '',
      transaction,
      header,
      anchor,
      proof,
      transaction_count: count as number | undefined,
      headers_above: headers,
    },
  };
}

function isSignedMessage(value: Json): value is Json & SignedMessage {
  const { message, address, signature } = value;
  return typeof message === 'string' && typeof address === 'string' && isHex(signature, 128);
}

const isAmount = (value: unknown) => typeof value === 'string' && /^(?:0|[1-9]\d{0,19})$/.test(value);

function isTransaction(value: Json): value is Json & ShownTransaction {
  return (
    isHash(value['id']) &&
    isCount(value['chain']) &&
    isCount(value['nonce']) &&
    isAmount(value['fee']) &&
    isAmount(value['value']) &&
    typeof value['from_address'] === 'string' &&
    typeof value['to_address'] === 'string' &&
    isHex(value['unlock_sig'], 128)
  );
}

function transactionOf(shown: ShownTransaction): GivenInput {
  return { kind: 'transaction', raw: new Uint8Array(), shown };
}
