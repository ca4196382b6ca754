import { addressProofSchema } from '@cairn/api/explorer';
import {
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  hexToBytes,
  type Network,
  parsePaymentReceipt,
  parseSignedMessage,
  type PaymentEvidence,
  ProtocolError,
  type SignedMessage,
  TRANSACTION_SIZE,
} from '@cairn/protocol';
import * as z from 'zod/mini';
import { knownNetwork } from '../../site/figures.ts';
import { proofOf, RECEIPT_TEXT } from './hand-on.ts';

const { history_before: _before, ...balanceFields } = addressProofSchema.shape;

/** The API's proof of an address and, in a receipt that this website has made, what it proves. Stored as JSON. */
const balanceReceiptSchema = z.object({
  format: z.optional(z.enum(['cairn-balance-1'])),
  ...balanceFields,
  exists: z.optional(z.boolean()),
  /** Pebbles. */
  balance: z.optional(z.string()),
  nonce: z.optional(z.int()),
});

/** What the user has given. Its transaction and its header can be decoded, if it has them; nothing else of it is checked. */
export type GivenInput =
  | { readonly kind: 'transaction'; readonly raw: Uint8Array; readonly network: Network | undefined }
  | { readonly kind: 'receipt'; readonly receipt: PaymentEvidence; readonly network: Network | undefined }
  | {
      readonly kind: 'balance';
      readonly receipt: z.output<typeof balanceReceiptSchema>;
      readonly network: Network | undefined;
    }
  | { readonly kind: 'message'; readonly signed: SignedMessage };

/** Why an input cannot be parsed. */
export interface InputProblem {
  readonly kind: 'problem';
  readonly code: 'empty' | 'unknown' | 'message' | 'malformed' | 'proof';
  /** The decoder's message (English), for `malformed` bytes. */
  readonly message?: string | undefined;
}

/** Longest input: more than any proof has. */
const MAX_INPUT_LENGTH = 1024 * 1024;

/**
 * Parses a text: a transaction as hex or as a wallet's code (docs/TRANSFER-CODES.md); a receipt of a transaction as its file and a link have it (`cairn-proof-1.`), or the link; a
 * receipt of a balance (JSON); a signed message (`-----BEGIN`).
 */
export function parseInput(given: string): GivenInput | InputProblem {
  if (given.length > MAX_INPUT_LENGTH) return problem('unknown');
  try {
    return parseText(given.trim());
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { kind: 'problem', code: 'malformed', message: error.message };
  }
}

const problem = (code: InputProblem['code']): InputProblem => ({ kind: 'problem', code });

function parseText(text: string): GivenInput | InputProblem {
  if (text === '') return problem('empty');
  if (text.startsWith('{')) return parseJson(text);
  if (text.startsWith('-----BEGIN')) {
    const signed = parseSignedMessage(text);
    return signed === undefined ? problem('message') : { kind: 'message', signed };
  }
  const proof = text.startsWith(RECEIPT_TEXT) ? text : proofOf(URL.parse(text)?.hash ?? '');
  if (proof !== undefined) {
    const receipt = parsePaymentReceipt(proof);
    if (receipt === undefined) return problem('proof');
    return { kind: 'receipt', receipt, network: findNetworkByChainId(receipt.transaction[0]!) };
  }
  const digits = text.replace(/^(?:0x|CAIRN-SIGNED:)/i, '').replaceAll(/\s+/g, '');
  if (digits.length !== 2 * TRANSACTION_SIZE || !/^[0-9a-f]+$/i.test(digits)) return problem('unknown');
  const raw = hexToBytes(digits);
  return { kind: 'transaction', raw, network: findNetworkByChainId(decodeTransaction(raw).chain) };
}

/** @throws ProtocolError if the header cannot be decoded */
function parseJson(text: string): GivenInput | InputProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('unknown');
  }
  const { success, data } = balanceReceiptSchema.safeParse(value);
  if (!success) return problem('unknown');
  decodeBlockHeader(hexToBytes(data.header));
  return { kind: 'balance', receipt: data, network: knownNetwork(data.network) };
}
