// For browsers: @noble is audited and runs in any of them, more than twenty times slower than a build of libsecp256k1.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Crypto, withPrefix } from './crypto.ts';

export const crypto: Crypto = {
  implementation: 'javascript',
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
