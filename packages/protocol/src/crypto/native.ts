import { createRequire } from 'node:module';
import type secp256k1 from 'secp256k1';
import { type Crypto, withPrefix } from './crypto.ts';

/** Half the order of the curve, rounded down: the largest S of a low-S signature. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/**
 * The build of libsecp256k1 that the npm package `secp256k1` has for this machine. `#libsecp256k1` is that package's loader, of
 * which a published package contains a copy: with the package itself comes `elliptic`, fifty times slower, which nothing uses.
 * @throws Error if there is none
 */
export function loadNativeCrypto(): Crypto {
  const library = createRequire(import.meta.url)('#libsecp256k1') as typeof secp256k1;
  return {
    implementation: 'native',
    isValidPrivateKey: (privateKey) => privateKey.length === 32 && library.privateKeyVerify(privateKey),
    getPublicKey: (privateKey) => library.publicKeyCreate(privateKey, false).slice(1),
    sign: (digest, privateKey) => library.ecdsaSign(digest, privateKey).signature,
    verify: (signature, digest, publicKey) => {
      if (Buffer.compare(signature.subarray(32), HALF_ORDER) > 0) return false;
      try {
        return library.ecdsaVerify(signature, digest, withPrefix(publicKey));
      } catch {
        return false; // a point off the curve or a scalar out of range
      }
    },
  };
}
