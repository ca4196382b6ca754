/**
 * The few primitives that have a fast native form in Node and a portable one in browsers. The package's `#crypto`
 * import chooses the implementation, its `#hashes` the first two alone; both have the same results.
 */
export interface Crypto {
  sha256(data: Uint8Array): Uint8Array;
  ripemd160(data: Uint8Array): Uint8Array;
  /** Whether 32 bytes are a private key: 1 ≤ key < n. */
  isValidPrivateKey(privateKey: Uint8Array): boolean;
  /** The 64 bytes X ‖ Y. @param privateKey a valid one */
  getPublicKey(privateKey: Uint8Array): Uint8Array;
  /** ECDSA with an RFC 6979 nonce and low S: the 64 bytes r ‖ s. @param digest 32 bytes, signed as they are */
  sign(digest: Uint8Array, privateKey: Uint8Array): Uint8Array;
  /** False for a high S, for values out of range and for a point off the curve; never throws. */
  verify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
}
