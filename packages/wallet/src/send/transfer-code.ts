import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import {
  bytesToHex,
  checkTransaction,
  ConsensusError,
  decodeTransactionBody,
  encodeTransaction,
  findNetworkByChainId,
  getNetwork,
  minimumReplacementFee,
  hexToBytes,
  parsePebbles,
  ProtocolError,
  SIGNED_PART_SIZE,
  TRANSACTION_SIZE,
  transactionId,
  UNLOCK_SIG_SIZE,
  verifyTransactionSignature,
  type NetworkName,
  type TransactionBody,
} from '@cairn/protocol';
import type { SignedTransaction } from '../keyring.ts';
import { MAX_SUGGESTED_FEE } from './fees.ts';
import { costOf, findReplaced } from './send-plan.ts';

/*
 * Transfers as QR codes, between a wallet that watches an address and an offline wallet that has its key
 * (docs/TRANSFER-CODES.md):
 *
 *   CAIRN-UNSIGNED:<bytes 0–84 in upper-case hex>
 *   CAIRN-SIGNED:<all 213 bytes in upper-case hex>
 *
 * Upper case, because a QR code encodes such characters in 5.5 bits each.
 */

const UNSIGNED = 'CAIRN-UNSIGNED:';
const SIGNED = 'CAIRN-SIGNED:';

/** Maximum length of a code with its white space, in UTF-16 code units: twice what the longest one needs. */
const MAX_CODE_LENGTH = 2 * (SIGNED.length + 2 * TRANSACTION_SIZE);

/** A signed transfer: its ID, its exact bytes in lower-case hex, and its fields. */
export interface SignedTransfer extends SignedTransaction {
  readonly body: TransactionBody;
}

/**
 * Why a code is invalid. `length`: too few or too many bytes; `encoding`: not hex; `network`: of another chain;
 * `address`: sender or recipient is not an address of the network; `value`: 0; `nonce`: 0, which no transfer
 * has; `fee`: {@link isAbsurdFee}; `signature`: not the sender's.
 */
export type TransferCodeProblem =
  'length' | 'encoding' | 'network' | 'address' | 'value' | 'nonce' | 'fee' | 'signature';

/** Result of parsing a scanned or pasted text. `other`: not a transfer code. */
export type TransferCode =
  | { readonly kind: 'unsigned'; readonly body: TransactionBody }
  | { readonly kind: 'signed'; readonly transfer: SignedTransfer }
  | {
      readonly kind: 'invalid';
      readonly problem: TransferCodeProblem;
      /** `network`: the transfer's network, if known. */
      readonly network?: NetworkName;
    }
  | { readonly kind: 'other' };

/** The code with which a watching wallet requests a signature. */
export function formatUnsignedTransfer(body: TransactionBody): string {
  const whole = encodeTransaction({ ...body, unlockSig: new Uint8Array(UNLOCK_SIG_SIZE) });
  return UNSIGNED + bytesToHex(whole.subarray(0, SIGNED_PART_SIZE)).toUpperCase();
}

/** The code that returns a signed transfer to the wallet that sends it. */
export function formatSignedTransfer({ raw }: SignedTransaction): string {
  return SIGNED + raw.toUpperCase();
}

/**
 * Parses a code and checks everything that does not need the account's state. White space and case do not matter. The
 * fields of an invalid code are not returned. The caller checks that the sender is an account of this wallet and the
 * nonce is free.
 */
export function readTransferCode(text: string, network: NetworkName): TransferCode {
  const code = text.slice(0, MAX_CODE_LENGTH).replace(/\s+/g, '').toUpperCase();
  const prefix = [UNSIGNED, SIGNED].find((candidate) => code.startsWith(candidate));
  if (prefix === undefined) return { kind: 'other' };
  const hex = code.slice(prefix.length).toLowerCase();
  const size = prefix === SIGNED ? TRANSACTION_SIZE : SIGNED_PART_SIZE;
  if (text.length > MAX_CODE_LENGTH || hex.length !== 2 * size) return { kind: 'invalid', problem: 'length' };
  if (!/^[0-9a-f]*$/.test(hex)) return { kind: 'invalid', problem: 'encoding' };
  const bytes = hexToBytes(hex);
  try {
    const body = decodeTransactionBody(bytes);
    const invalid = bodyProblem(body, network);
    if (invalid !== undefined) return invalid;
    if (prefix === UNSIGNED) return { kind: 'unsigned', body };
    if (!verifyTransactionSignature(bytes, getNetwork(network)))
      return { kind: 'invalid', problem: 'signature' };
    return { kind: 'signed', transfer: { id: transactionId(bytes), raw: hex, body } };
  } catch (error) {
    // An address with characters other than ASCII.
    if (error instanceof ProtocolError) return { kind: 'invalid', problem: 'address' };
    throw error;
  }
}

const BODY_PROBLEMS: Readonly<Record<string, TransferCodeProblem>> = {
  bad_address: 'address',
  zero_value: 'value',
};

function bodyProblem(
  body: TransactionBody,
  network: NetworkName,
): Extract<TransferCode, { kind: 'invalid' }> | undefined {
  if (body.chain !== getNetwork(network).chainId) {
    const other = findNetworkByChainId(body.chain);
    return { kind: 'invalid', problem: 'network', ...(other && { network: other.name }) };
  }
  try {
    checkTransaction(body, getNetwork(network));
  } catch (error) {
    const problem = error instanceof ConsensusError ? BODY_PROBLEMS[error.code] : undefined;
    if (problem === undefined) throw error;
    return { kind: 'invalid', problem };
  }
  if (body.nonce === 0) return { kind: 'invalid', problem: 'nonce' };
  return isAbsurdFee(body) ? { kind: 'invalid', problem: 'fee' } : undefined;
}

/**
 * True for a fee that no code may have: more than the transfer's value, and more than the wallet ever suggests.
 * Otherwise a manipulated wallet could burn coins with one signature.
 */
export function isAbsurdFee({ fee, value }: Pick<TransactionBody, 'fee' | 'value'>): boolean {
  return fee > value && fee > MAX_SUGGESTED_FEE;
}

/**
 * Why a signed transfer cannot be sent in the account's state. `known`: it is already pending or confirmed;
 * `nonce_used`: a block contains another transfer with its nonce; `nonce_pending`: it neither speeds up nor cancels the
 * pending transfer with its nonce; `replacement_fee`: it speeds up or cancels one, but its fee is too low; `nonce_gap`:
 * an earlier transfer has not reached the node; `balance`: the account cannot pay it.
 */
export type SubmitProblem =
  'known' | 'nonce_used' | 'nonce_pending' | 'replacement_fee' | 'nonce_gap' | 'balance';

/** Checks a signed transfer against its sender's account and loaded history. */
export function findSubmitProblem(
  { id, body }: SignedTransfer,
  account: RpcAccount,
  items: readonly RpcTransaction[],
): SubmitProblem | undefined {
  if (items.some((item) => item.id === id)) return 'known';
  if (body.nonce <= account.nonce) return 'nonce_used';
  if (body.nonce > account.next_nonce) return 'nonce_gap';
  const spendable = parsePebbles(account.spendable_balance);
  if (body.nonce === account.next_nonce) return body.value + body.fee > spendable ? 'balance' : undefined;
  const replaced = findReplaced(body, items);
  if (replaced === undefined) return 'nonce_pending';
  if (body.fee < minimumReplacementFee(replaced.fee)) return 'replacement_fee';
  // The replaced transfer's cost is released.
  const released = costOf({ ...replaced, fromAddress: body.fromAddress });
  return costOf(body) > spendable + released ? 'balance' : undefined;
}
