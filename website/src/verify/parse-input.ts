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
import type { ProofClaim } from './merkle-path.ts';
import { encodeFields, type ShownTransaction } from './transaction-checks.ts';

/**
 * A receipt that can be stored and checked without the API: the transaction's bytes, its path to a header's root, that
 * header, and the headers of the blocks on top.
 */
export interface Receipt {
  readonly format: 'cairn-evidence-1';
  readonly network?: string | undefined;
  /** 213 bytes as hex; absent in a proof alone. */
  readonly transaction?: string | undefined;
  /** 118 bytes as hex. */
  readonly header?: string | undefined;
  readonly proof: ProofClaim;
  /** Leaves of the Merkle tree, if known. */
  readonly transaction_count?: number | undefined;
  /** Header of block 1, if the network's difficulty rule needs its time. */
  readonly anchor?: string | undefined;
  /** 118 bytes each, as hex, lowest first. */
  readonly headers_above?: readonly string[] | undefined;
}

/** Parsed input of the user. `parseInput` has decoded its transaction and its header, if it has them. */
export type GivenInput =
  | { readonly kind: 'transaction'; readonly raw: Uint8Array; readonly shown?: ShownTransaction | undefined }
  | { readonly kind: 'header'; readonly raw: Uint8Array }
  | { readonly kind: 'block'; readonly raw: Uint8Array }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'message'; readonly signed: SignedMessage };

/** Why an input cannot be parsed. */
export interface InputProblem {
  readonly kind: 'problem';
  readonly code:
    'empty' | 'odd_hex' | 'length' | 'not_text' | 'json' | 'shape' | 'too_large' | 'message' | 'malformed';
  /** Number of bytes, if that is the problem. */
  readonly bytes?: number | undefined;
  /** The decoder's message (English), for `malformed` bytes. */
  readonly message?: string | undefined;
}

/** Longest input: a full block as hex, and some room. */
const MAX_INPUT_LENGTH = 2 * MAX_BLOCK_SIZE + 65_536;

/**
 * Parses a text or a file: hex or bytes of a transaction, a header or a block; JSON of a transaction, a proof, a receipt or
 * a signed message; a signed message in its text form (`-----BEGIN`).
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

type Json = Readonly<Record<string, unknown>>;

function parseJson(text: string): GivenInput | InputProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('json');
  }
  return typeof value === 'string' ? parseText(value) : parseObject(value as Json);
}

function parseObject(value: Json): GivenInput | InputProblem {
  if (typeof value['raw'] === 'string') return parseText(value['raw']);
  const proof = isObject(value['proof']) ? value['proof'] : value;
  if (hasShape<ProofClaim>(proof, PROOF)) {
    return hasShape<Omit<Receipt, 'proof'>>(value, RECEIPT) ? receiptOf(value, proof) : problem('shape');
  }
  if (hasShape<SignedMessage>(value, MESSAGE)) return { kind: 'message', signed: value };
  if (!hasShape<ShownTransaction>(value, TRANSACTION)) return problem('shape');
  return { kind: 'transaction', raw: encodeFields(value), shown: value };
}

/** @throws ProtocolError if transaction or header cannot be decoded */
function receiptOf(value: Omit<Receipt, 'proof'>, proof: ProofClaim): GivenInput {
  const { transaction, header } = value;
  if (transaction !== undefined) decodeTransaction(hexToBytes(transaction));
  if (header !== undefined) decodeBlockHeader(hexToBytes(header));
  return { kind: 'receipt', receipt: { ...value, proof } };
}

type Check = (value: unknown) => boolean;
/** A check for each field of an object. */
type Shape<Fields> = Readonly<Record<keyof Fields, Check>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isString = matches(/^/);
const isAmount = matches(/^(?:0|[1-9]\d{0,19})$/);
const isHex = (bytes: number) => matches(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const isHash = isHex(32);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isList =
  (isItem: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(isItem);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const PROOF: Shape<ProofClaim> = {
  id: isHash,
  block_id: isHash,
  merkle_root: isHash,
  block_height: isCount,
  transaction_index: isCount,
  path: isList(isHash, 32),
};
const RECEIPT: Shape<Omit<Receipt, 'proof'>> = {
  format: () => true,
  network: optional(isString),
  transaction: optional(isHex(TRANSACTION_SIZE)),
  header: optional(isHex(HEADER_SIZE)),
  anchor: optional(isHex(HEADER_SIZE)),
  transaction_count: optional(isCount),
  headers_above: optional(isList(isHex(HEADER_SIZE), Number.POSITIVE_INFINITY)),
};
const MESSAGE: Shape<SignedMessage> = { message: isString, address: isString, signature: isHex(128) };
const TRANSACTION: Shape<ShownTransaction> = {
  id: isHash,
  chain: isCount,
  nonce: isCount,
  fee: isAmount,
  value: isAmount,
  from_address: isString,
  to_address: isString,
  unlock_sig: isHex(128),
  is_coinbase: () => true,
};

function hasShape<Fields>(value: Json, shape: Shape<Fields>): value is Json & Fields {
  return Object.entries<Check>(shape).every(([name, check]) => check(value[name]));
}
