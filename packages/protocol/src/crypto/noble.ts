// For browsers: @noble is audited and runs in any of them, more than twenty times slower than libsecp256k1.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Crypto } from './crypto.ts';
import { ripemd160, sha256 } from './noble-hashes.ts';

/** X ‖ Y with the prefix byte of an uncompressed key, which the library expects. */
function withPrefix(publicKey: Uint8Array): Uint8Array {
  const prefixed = new Uint8Array(65);
  prefixed[0] = 4;
  prefixed.set(publicKey, 1);
  return prefixed;
}

export const crypto: Crypto = {
  sha256,
  ripemd160,
  isValidPrivateKey: (privateKey) => secp256k1.utils.isValidSecretKey(privateKey),
  getPublicKey: (privateKey) => secp256k1.getPublicKey(privateKey, false).slice(1),
  sign: (digest, privateKey) => secp256k1.sign(digest, privateKey, { prehash: false, lowS: true }),
  verify: (signature, digest, publicKey) => {
    try {
      return secp256k1.verify(signature, digest, withPrefix(publicKey), { prehash: false, lowS: true });
    } catch {
      return false; // a point off the curve or a scalar out of range
    }
  },
};
