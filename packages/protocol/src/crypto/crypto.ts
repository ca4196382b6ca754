/**
 * The cryptographic primitives. They have a fast native implementation for Node and a portable one for browsers, with the
 * same results. The package's `#crypto` import chooses between them; `#hashes` has only the two hash functions.
 */
export interface Crypto {
  sha256(data: Uint8Array): Uint8Array;
  ripemd160(data: Uint8Array): Uint8Array;
  /** True for a private key: 32 bytes with 1 ≤ key < n. */
  isValidPrivateKey(privateKey: Uint8Array): boolean;
  /** The 64 bytes X ‖ Y of a valid private key. */
  getPublicKey(privateKey: Uint8Array): Uint8Array;
  /** ECDSA with an RFC 6979 nonce and low S: the 64 bytes r ‖ s. @param digest 32 bytes, not hashed again */
  sign(digest: Uint8Array, privateKey: Uint8Array): Uint8Array;
  /** False for a high S, for values out of range and for a point off the curve; never throws. */
  verify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
}
