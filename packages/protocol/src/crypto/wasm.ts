import { createRequire } from 'node:module';
import type * as secp256k1 from 'tiny-secp256k1';
import { type Crypto, withPrefix } from './crypto.ts';

/** libsecp256k1 in WebAssembly, for machines without a build of it. It verifies a third as fast. */
export function loadWasmCrypto(): Crypto {
  const library = createRequire(import.meta.url)('tiny-secp256k1') as typeof secp256k1;
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
