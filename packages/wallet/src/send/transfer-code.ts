import type { RpcTransaction } from '@cairn/api/rpc';
import {
  bytesToHex,
  checkTransaction,
  ConsensusError,
  decodeTransactionBody,
  encodeTransaction,
  getNetwork,
  hexToBytes,
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
import { findReplaced } from './send-plan.ts';

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
 * Why a code is invalid. `damaged`: not the bytes of a valid transfer; `network`: of another chain; `fee`:
 * {@link isAbsurdFee}; `signature`: not the sender's.
 */
export type TransferCodeProblem = 'damaged' | 'network' | 'fee' | 'signature';

/** Result of parsing a scanned or pasted text. `other`: not a transfer code. */
export type TransferCode =
  | { readonly kind: 'unsigned'; readonly body: TransactionBody }
  | { readonly kind: 'signed'; readonly transfer: SignedTransfer }
  | { readonly kind: 'invalid'; readonly problem: TransferCodeProblem }
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
  if (text.length > MAX_CODE_LENGTH || hex.length !== 2 * size || !/^[0-9a-f]*$/.test(hex))
    return { kind: 'invalid', problem: 'damaged' };
  const bytes = hexToBytes(hex);
  try {
    const body = decodeTransactionBody(bytes);
    const problem = bodyProblem(body, network);
    if (problem !== undefined) return { kind: 'invalid', problem };
    if (prefix === UNSIGNED) return { kind: 'unsigned', body };
    if (!verifyTransactionSignature(bytes, getNetwork(network)))
      return { kind: 'invalid', problem: 'signature' };
    return { kind: 'signed', transfer: { id: transactionId(bytes), raw: hex, body } };
  } catch (error) {
    // Text that is not ASCII, an address of another network, a value of zero.
    if (error instanceof ProtocolError || error instanceof ConsensusError)
      return { kind: 'invalid', problem: 'damaged' };
    throw error;
  }
}

function bodyProblem(body: TransactionBody, networkName: NetworkName): TransferCodeProblem | undefined {
  const network = getNetwork(networkName);
  if (body.chain !== network.chainId) return 'network';
  checkTransaction(body, network);
  if (body.nonce === 0) return 'damaged';
  return isAbsurdFee(body) ? 'fee' : undefined;
}

/**
 * True for a fee that no code may have: more than the transfer's value, and more than the wallet ever suggests.
 * Otherwise a manipulated wallet could burn coins with one signature.
 */
export function isAbsurdFee({ fee, value }: Pick<TransactionBody, 'fee' | 'value'>): boolean {
  return fee > value && fee > MAX_SUGGESTED_FEE;
}

/**
 * Why a signed transfer is not given to the node, which itself refuses what its sender's account cannot do. `known`: it is already
 * pending or confirmed; `nonce_pending`: it neither speeds up nor cancels the pending transfer whose nonce it would take.
 * @param items loaded history of its sender
 */
export function findSubmitProblem(
  { id, body }: SignedTransfer,
  items: readonly RpcTransaction[],
): 'known' | 'nonce_pending' | undefined {
  if (items.some((item) => item.id === id)) return 'known';
  const isTaken = items.some(
    ({ status, from_address, nonce }) =>
      status === 'pending' && from_address === body.fromAddress && nonce === body.nonce,
  );
  return isTaken && findReplaced(body, items) === undefined ? 'nonce_pending' : undefined;
}
