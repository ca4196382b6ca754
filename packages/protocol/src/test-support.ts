/** For tests only: generators of random values, and blocks made of them. */
import fc from 'fast-check';
import { type AccountRecord, EMPTY_HISTORY } from './account-commitment.ts';
import { ADDRESS_HASH_SIZE, encodeAddress } from './address.ts';
import { MAX_U32, MAX_U64 } from './amount.ts';
import type { BlockHeader } from './block-header.ts';
import { BlockTransactions } from './block-transactions.ts';
import { bytesToHex, concatBytes } from './bytes.ts';
import type { Address } from './identifiers.ts';
import { getNetwork, NETWORK_NAMES } from './networks.ts';
import type { BlockToApply } from './consensus/state.ts';
import { encodeTransaction, transactionIdBytes, UNLOCK_SIG_SIZE, type Transaction } from './transaction.ts';

export const anyBytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
export const anyU32 = fc.oneof(fc.integer({ min: 0, max: MAX_U32 }), fc.constantFrom(0, 1, 2 ** 31, MAX_U32));
export const anyU64 = fc.oneof(
  fc.bigInt({ min: 0n, max: MAX_U64 }),
  fc.constantFrom(0n, 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, MAX_U64),
);
export const anyNetwork = fc.constantFrom(...NETWORK_NAMES.map(getNetwork));
export const anyAddress = fc
  .tuple(anyBytes(ADDRESS_HASH_SIZE), anyNetwork)
  .map(([hash, network]) => encodeAddress(hash, network));
export const anyHash = anyBytes(32).map(bytesToHex);
/** The first byte is 1, so that every value is below the curve's order. */
export const anyPrivateKey = anyBytes(31).map((tail) => Uint8Array.of(1, ...tail));

export const anyTransaction: fc.Arbitrary<Transaction> = fc.record({
  chain: fc.integer({ min: 0, max: 255 }),
  nonce: anyU32,
  fee: anyU32.map(BigInt),
  value: anyU64,
  fromAddress: anyAddress,
  toAddress: anyAddress,
  unlockSig: anyBytes(UNLOCK_SIG_SIZE),
});

export const anyHeader: fc.Arbitrary<BlockHeader> = fc.record({
  version: anyU32,
  height: anyU32,
  previousBlockId: anyHash,
  merkleRoot: anyHash,
  miner: anyAddress,
  timestamp: anyU32,
  bits: anyU32,
  nonce: anyU32,
});

/** The transactions in the columns of a block. */
export function blockTransactions(transactions: readonly Transaction[]): BlockTransactions {
  return new BlockTransactions(concatBytes(...transactions.map(encodeTransaction))).readAll();
}

/** A block of these transactions, to be applied. */
export function blockToApply(transactions: readonly Transaction[], height = 1): BlockToApply {
  const ids = transactions.map((transaction) => transactionIdBytes(encodeTransaction(transaction)));
  return { height, transactions: blockTransactions(transactions), transactionIds: concatBytes(...ids) };
}

/** The record of an account without a history. */
export function recordOf(address: Address, balance: bigint, nonce = 0): AccountRecord {
  return { address, balance, nonce, count: 0, history: EMPTY_HISTORY };
}
