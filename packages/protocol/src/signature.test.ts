import { describe, expect, it } from 'vitest';
import { developmentAccounts } from './development-accounts.ts';
import { deriveKey } from './hd-keys.ts';
import { getNetwork } from './networks.ts';
import { getPublicKey, isValidPrivateKey, signDigest, verifySignature } from './signature.ts';

const { privateKey, publicKey } = developmentAccounts(getNetwork('devnet'))[0]!;
const digest = new Uint8Array(32).fill(7);
const signature = signDigest(digest, privateKey);

describe('signing', () => {
  it.each([0, 31, 33, 64])('refuses a digest of %i bytes', (size) => {
    expect(() => signDigest(new Uint8Array(size), privateKey)).toThrow(
      expect.objectContaining({ code: 'invalid_digest' }),
    );
  });

  it.each([
    ['zero', new Uint8Array(32)],
    ['above the order', new Uint8Array(32).fill(0xff)],
    ['too short', new Uint8Array(31).fill(1)],
    ['too long', new Uint8Array(33).fill(1)],
    ['empty', new Uint8Array()],
  ])('refuses a private key that is %s', (_, key) => {
    expect(isValidPrivateKey(key)).toBe(false);
    for (const use of [() => signDigest(digest, key), () => getPublicKey(key)]) {
      expect(use).toThrow(expect.objectContaining({ code: 'invalid_key' }));
    }
  });
});

describe('verifying', () => {
  it('returns false, and never throws, for inputs of any wrong length', () => {
    expect(verifySignature(signature, digest, publicKey)).toBe(true);
    for (const size of [0, 1, 31, 32, 33, 63, 65, 128]) {
      const wrong = new Uint8Array(size).fill(1);
      expect(verifySignature(wrong, digest, publicKey)).toBe(false);
      expect(verifySignature(signature, digest, wrong)).toBe(false);
      if (size !== 32) expect(verifySignature(signature, wrong, publicKey)).toBe(false);
    }
  });
});

describe('deriving', () => {
  it.each([0, 15, 65])('refuses a seed of %i bytes', (size) => {
    const source = { seed: new Uint8Array(size), network: getNetwork('devnet'), index: 0 };
    expect(() => deriveKey(source)).toThrow(expect.objectContaining({ code: 'invalid_key' }));
  });
});
