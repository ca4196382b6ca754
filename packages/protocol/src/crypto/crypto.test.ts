import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigIntToBytes, bytesToBigInt, bytesToHex, concatBytes } from '../bytes.ts';
import { anyBytes, anyPrivateKey } from '../test-support.ts';
import { crypto as native } from './native.ts';
import { crypto as noble } from './noble.ts';

const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const runs = { numRuns: 30 };

describe('libsecp256k1 and noble', () => {
  it('give the same hashes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        expect(bytesToHex(native.sha256(data))).toBe(bytesToHex(noble.sha256(data)));
        expect(bytesToHex(native.ripemd160(data))).toBe(bytesToHex(noble.ripemd160(data)));
      }),
    );
  });

  it('give the same keys and the same signatures, and accept each other', () => {
    fc.assert(
      fc.property(anyPrivateKey, anyBytes(32), (privateKey, digest) => {
        const publicKey = native.getPublicKey(privateKey);
        expect(bytesToHex(noble.getPublicKey(privateKey))).toBe(bytesToHex(publicKey));
        const signature = native.sign(digest, privateKey);
        expect(bytesToHex(noble.sign(digest, privateKey))).toBe(bytesToHex(signature));
        expect(native.verify(signature, digest, publicKey)).toBe(true);
        expect(noble.verify(signature, digest, publicKey)).toBe(true);
      }),
      runs,
    );
  });

  it('reject a high S, a changed byte, and random bytes', () => {
    const flip = (bytes: Uint8Array, position: number): Uint8Array =>
      bytes.map((byte, index) => (index === position ? byte ^ 1 : byte));
    fc.assert(
      fc.property(anyPrivateKey, anyBytes(32), fc.nat(63), (privateKey, digest, position) => {
        const publicKey = native.getPublicKey(privateKey);
        const signature = native.sign(digest, privateKey);
        const highS = bigIntToBytes(ORDER - bytesToBigInt(signature.subarray(32)), 32);
        for (const crypto of [native, noble]) {
          expect(crypto.verify(concatBytes(signature.subarray(0, 32), highS), digest, publicKey)).toBe(false);
          expect(crypto.verify(flip(signature, position), digest, publicKey)).toBe(false);
          expect(crypto.verify(signature, flip(digest, position % 32), publicKey)).toBe(false);
          expect(crypto.verify(signature, digest, flip(publicKey, position))).toBe(false);
        }
      }),
      runs,
    );
    for (const crypto of [native, noble]) {
      for (const byte of [0x00, 0xff]) {
        const junk = new Uint8Array(64).fill(byte);
        expect(crypto.verify(junk, new Uint8Array(32), junk)).toBe(false);
      }
    }
  });

  it('accept the same private keys', () => {
    const keys = [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, (1n << 256n) - 1n].map((key) =>
      bigIntToBytes(key, 32),
    );
    const expected = [false, true, true, false, false, false];
    for (const crypto of [native, noble])
      expect(keys.map((key) => crypto.isValidPrivateKey(key))).toEqual(expected);
  });
});
