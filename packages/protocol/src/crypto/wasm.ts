import type * as secp256k1 from 'tiny-secp256k1';
import { type Crypto, withPrefix } from './crypto.ts';

/**
 * libsecp256k1 in WebAssembly, for machines without a build of it, and for a browser that validates whole blocks. It verifies a third
 * as fast as a build.
 * @param library the package `tiny-secp256k1`, which Node and bundlers load in different ways
 */
export function wasmCrypto(library: typeof secp256k1): Crypto {
  return {
    implementation: 'wasm',
    isValidPrivateKey: (privateKey) => library.isPrivate(privateKey),
    getPublicKey: (privateKey) => {
      const publicKey = library.pointFromScalar(privateKey, false);
      if (publicKey === null) throw new Error('not a private key');
      return publicKey.slice(1);
    },
    sign: (digest, privateKey) => library.sign(digest, privateKey),
    verify: (signature, digest, publicKey) => {
      try {
        return library.verify(digest, withPrefix(publicKey), signature, true);
      } catch {
        return false; // a point off the curve or a scalar out of range
      }
    },
  };
}
