/** For tests only: generators of the codecs' inputs. */
import fc from 'fast-check';
import { ADDRESS_HASH_SIZE, encodeAddress } from './address.ts';
import type { BlockHeader } from './block-header.ts';
import { bytesToHex } from './bytes.ts';
import { MAX_U32, MAX_U64 } from './amount.ts';
import { getNetwork, NETWORK_NAMES } from './networks.ts';
import { UNLOCK_SIG_SIZE, type Transaction } from './transaction.ts';

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
/** A 32-byte number from 1 on that is a valid private key. */
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
