/**
 * Where signatures are computed: `native`, a build of libsecp256k1 for this machine; `wasm`, libsecp256k1 in WebAssembly;
 * `javascript`, @noble in a browser.
 */
export type SignatureImplementation = 'native' | 'wasm' | 'javascript';

/**
 * ECDSA on secp256k1. All implementations give the same results, or a node would leave the chain. The package's `#crypto`
 * import chooses between Node and browsers; `#hashes` has the hash functions.
 */
export interface Crypto {
  readonly implementation: SignatureImplementation;
  /** True for a private key: 32 bytes with 1 ≤ key < n. */
  isValidPrivateKey(privateKey: Uint8Array): boolean;
  /** The 64 bytes X ‖ Y of a valid private key. */
  getPublicKey(privateKey: Uint8Array): Uint8Array;
  /** ECDSA with an RFC 6979 nonce and low S: the 64 bytes r ‖ s. @param digest 32 bytes, not hashed again */
  sign(digest: Uint8Array, privateKey: Uint8Array): Uint8Array;
  /** False for a high S, for values out of range and for a point off the curve; never throws. */
  verify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
}

/** X ‖ Y with the prefix byte of an uncompressed key, which the libraries expect. */
export function withPrefix(publicKey: Uint8Array): Uint8Array {
  const prefixed = new Uint8Array(65);
  prefixed[0] = 4;
  prefixed.set(publicKey, 1);
  return prefixed;
}
