import { ADDRESS_LENGTH, addressFromPublicKey, COINBASE_SENDER } from './address.ts';
import type { Amount } from './amount.ts';
import { concatBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { sha256d } from './hash.ts';
import { type Address, type TransactionId, transactionIdFromBytes } from './identifiers.ts';
import { ascii, defineLayout, rawBytes, u32, u32Amount, u64Amount, u8, type LayoutValue } from './layout.ts';
import type { Network } from './networks.ts';
import {
  getPublicKey,
  SIGNATURE_SIZE,
  signDigest,
  type VerifySignature,
  verifySignature,
} from './signature.ts';

/** Size of `unlock_sig` in bytes: signature r ‖ s (64), then public key X ‖ Y (64). */
export const UNLOCK_SIG_SIZE = 128;

const BODY_FIELDS = {
  /** Chain ID of the network. */
  chain: u8,
  /** Sender's nonce, from 1; the block's height in a coinbase. */
  nonce: u32,
  /** Pebbles, below 2^32. */
  fee: u32Amount,
  /** Pebbles. */
  value: u64Amount,
  fromAddress: ascii<Address>(ADDRESS_LENGTH),
  toAddress: ascii<Address>(ADDRESS_LENGTH),
} as const;

/** The signed part, bytes 0–84 (PROTOCOL.md section 3). */
const BODY_LAYOUT = defineLayout(BODY_FIELDS);
/** The whole transaction: the signed part, then `unlock_sig`. */
export const TRANSACTION_LAYOUT = defineLayout({ ...BODY_FIELDS, unlockSig: rawBytes(UNLOCK_SIG_SIZE) });

/** Size of every transaction in bytes: 213. */
export const TRANSACTION_SIZE = TRANSACTION_LAYOUT.size;
/** Size of the signed part in bytes: 85. */
export const SIGNED_PART_SIZE = BODY_LAYOUT.size;

/** The part of a transaction that its sender signs. `fee` and `value` are pebbles. */
export type TransactionBody = Readonly<LayoutValue<typeof BODY_FIELDS>>;
/** A complete transaction. */
export type Transaction = Readonly<LayoutValue<typeof TRANSACTION_LAYOUT.fields>>;

/**
 * The 213 canonical bytes.
 * @throws ProtocolError `invalid_transaction` when a field does not fit
 */
export function encodeTransaction(transaction: Transaction): Uint8Array {
  return checked(() => TRANSACTION_LAYOUT.encode(transaction));
}

/**
 * Decodes a transaction; only its form is checked. The rules are in `checkTransaction` and `verifyTransactionSignature`.
 * @param bytes exactly 213
 * @throws ProtocolError `invalid_transaction`
 */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  requireTransactionSize(bytes);
  return checked(() => TRANSACTION_LAYOUT.decode(bytes));
}

/** @throws ProtocolError `invalid_transaction` unless there are exactly 213 bytes */
export function requireTransactionSize(bytes: Uint8Array): void {
  if (bytes.length === TRANSACTION_SIZE) return;
  throw new ProtocolError(
    'invalid_transaction',
    `a transaction has ${TRANSACTION_SIZE} bytes, not ${bytes.length}`,
  );
}

/**
 * Decodes the signed part of a transaction, bytes 0–84: all that a node needs once it has verified the signature.
 * @param bytes a transaction from `offset` on
 * @throws ProtocolError `invalid_transaction`
 */
export function decodeTransactionBody(bytes: Uint8Array, offset = 0): TransactionBody {
  return checked(() => BODY_LAYOUT.decode(bytes, offset));
}

function checked<Result>(convert: () => Result): Result {
  try {
    return convert();
  } catch (error) {
    if (error instanceof RangeError) throw new ProtocolError('invalid_transaction', error.message);
    throw error;
  }
}

/** SHA256d of all 213 bytes. @returns 32 bytes */
export function transactionIdBytes(raw: Uint8Array): Uint8Array {
  return sha256d(raw);
}

/** SHA256d of all 213 bytes, as 64 lowercase hex characters. */
export function transactionId(raw: Uint8Array): TransactionId {
  return transactionIdFromBytes(transactionIdBytes(raw));
}

/**
 * The 32 bytes that are signed: SHA256d of bytes 0–84.
 * @throws ProtocolError `invalid_transaction` when a field does not fit
 */
export function signingDigest(body: TransactionBody): Uint8Array {
  return sha256d(checked(() => BODY_LAYOUT.encode(body)));
}

/**
 * Signs a transfer with its sender's key (RFC 6979, low S).
 * @throws ProtocolError `invalid_key`, or `invalid_transaction` when a field does not fit
 */
export function signTransaction(body: TransactionBody, privateKey: Uint8Array): Transaction {
  const signature = signDigest(signingDigest(body), privateKey);
  return { ...body, unlockSig: concatBytes(signature, getPublicKey(privateKey)) };
}

const UNLOCK_SIG_OFFSET = TRANSACTION_LAYOUT.offsetOf('unlockSig');
const SENDER_OFFSET = TRANSACTION_LAYOUT.offsetOf('fromAddress');

/**
 * True if `unlock_sig` is a low-S signature of bytes 0–84 by a key that hashes to the sender's address on this network.
 * @param raw the 213 bytes
 * @param isSendersKey returns true for a key (64 bytes X ‖ Y) that hashes to the sender's address; may use a cache
 * @param verify how signatures are verified; as on this platform by default
 */
export function verifyTransactionSignature(
  raw: Uint8Array,
  network: Network,
  isSendersKey = (publicKey: Uint8Array): boolean => hashesToSender(publicKey, raw, network),
  verify: VerifySignature = verifySignature,
): boolean {
  if (raw.length !== TRANSACTION_SIZE) return false;
  const publicKey = raw.subarray(UNLOCK_SIG_OFFSET + SIGNATURE_SIZE);
  if (!isSendersKey(publicKey)) return false;
  const signature = raw.subarray(UNLOCK_SIG_OFFSET, UNLOCK_SIG_OFFSET + SIGNATURE_SIZE);
  return verify(signature, sha256d(raw.subarray(0, SIGNED_PART_SIZE)), publicKey);
}

function hashesToSender(publicKey: Uint8Array, raw: Uint8Array, network: Network): boolean {
  const sender = addressFromPublicKey(publicKey, network);
  for (let index = 0; index < ADDRESS_LENGTH; index += 1) {
    if (raw[SENDER_OFFSET + index] !== sender.charCodeAt(index)) return false;
  }
  return true;
}

export interface CoinbaseOptions {
  readonly network: Network;
  readonly height: number;
  /** Subsidy plus the fees of the block, in pebbles. */
  readonly value: Amount;
  /** Recipient: the header's miner. */
  readonly miner: Address;
  /** Up to 96 bytes of the miner's choice, for the end of `unlockSig`; zeros by default. */
  readonly extraNonce?: Uint8Array;
}

/** Bytes of a coinbase that are free for the miner: what the account root leaves of `unlockSig`. */
export const EXTRA_NONCE_SIZE = UNLOCK_SIG_SIZE - 32;

/** The first transaction of a block (PROTOCOL.md section 3), with zeros for the account root. */
export function createCoinbase(options: CoinbaseOptions): Transaction {
  const unlockSig = new Uint8Array(UNLOCK_SIG_SIZE);
  unlockSig.set(options.extraNonce ?? [], UNLOCK_SIG_SIZE - EXTRA_NONCE_SIZE);
  return {
    chain: options.network.chainId,
    nonce: options.height,
    fee: 0n,
    value: options.value,
    fromAddress: COINBASE_SENDER,
    toAddress: options.miner,
    unlockSig,
  };
}

/** True if the sender is `COINBASE_SENDER`, 34 zeros. */
export function isCoinbase(transaction: { readonly fromAddress: Address }): boolean {
  return transaction.fromAddress === COINBASE_SENDER;
}
