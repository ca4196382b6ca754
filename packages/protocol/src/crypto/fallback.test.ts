import { createRequire } from 'node:module';
import fc from 'fast-check';
import type secp256k1 from 'secp256k1';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bigIntToBytes, bytesToBigInt, bytesToHex, concatBytes } from '../bytes.ts';
import { anyBytes, anyPrivateKey } from '../test-support.ts';
import type { Crypto } from './crypto.ts';
import { crypto as native } from './native.ts';

/**
 * If no build of libsecp256k1 suits the machine (Linux on ARM, for example), its package runs JavaScript instead. Both
 * must accept the same blocks, or such a node would leave the chain.
 */
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const javascript = createRequire(import.meta.url)('secp256k1/elliptic.js') as typeof secp256k1;
const ecdsaVerify = vi.fn<typeof secp256k1.ecdsaVerify>(javascript.ecdsaVerify);
let fallback: Crypto;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('secp256k1', () => ({ default: { ...javascript, ecdsaVerify } }));
  ({ crypto: fallback } = await import('./native.ts'));
});

/** Curve libraries have misread digests that begin with zeros. */
const anyDigest = fc
  .tuple(anyBytes(32), fc.integer({ min: 0, max: 32 }))
  .map(([digest, zeros]) => digest.fill(0, 0, zeros));

describe('without a build of libsecp256k1', () => {
  it('keys and signatures are the same', () => {
    fc.assert(
      fc.property(anyPrivateKey, anyDigest, (privateKey, digest) => {
        const publicKey = native.getPublicKey(privateKey);
        const signature = native.sign(digest, privateKey);
        expect(bytesToHex(fallback.getPublicKey(privateKey))).toBe(bytesToHex(publicKey));
        expect(bytesToHex(fallback.sign(digest, privateKey))).toBe(bytesToHex(signature));
        expect(fallback.verify(signature, digest, publicKey)).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(ecdsaVerify).toHaveBeenCalled();
  });

  it('the same signatures are rejected', () => {
    fc.assert(
      fc.property(anyPrivateKey, anyDigest, fc.nat(63), (privateKey, digest, position) => {
        const publicKey = native.getPublicKey(privateKey);
        const signature = native.sign(digest, privateKey);
        const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
        const altered = signature.map((byte, index) => (index === position ? byte ^ 1 : byte));
        const offCurve = publicKey.map((byte, index) => (index === position ? byte ^ 1 : byte));
        const junk = [
          [concatBytes(r, bigIntToBytes(ORDER - bytesToBigInt(s), 32)), publicKey],
          [concatBytes(r, new Uint8Array(32)), publicKey],
          [concatBytes(new Uint8Array(32), s), publicKey],
          [concatBytes(bigIntToBytes(ORDER, 32), s), publicKey],
          [altered, publicKey],
          [signature, offCurve],
          [signature, new Uint8Array(64)],
        ] as const;
        for (const [signature, publicKey] of junk) {
          expect(fallback.verify(signature, digest, publicKey)).toBe(false);
          expect(native.verify(signature, digest, publicKey)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('private keys have the same range', () => {
    for (const key of [0n, 1n, ORDER - 1n, ORDER, (1n << 256n) - 1n]) {
      const bytes = bigIntToBytes(key, 32);
      expect(fallback.isValidPrivateKey(bytes)).toBe(native.isValidPrivateKey(bytes));
    }
  });
});
