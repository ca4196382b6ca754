import { crypto } from '#crypto';
import type { SignatureImplementation } from './crypto/crypto.ts';
import { ProtocolError } from './errors.ts';

/** Where this process computes signatures. */
export const signatureImplementation: SignatureImplementation = crypto.implementation;

/** Sizes of a signature (r ‖ s) and of a public key (X ‖ Y) in bytes. */
export const SIGNATURE_SIZE = 64;
export const PUBLIC_KEY_SIZE = 64;
const PRIVATE_KEY_SIZE = 32;
/** Size of a signed digest in bytes. */
const DIGEST_SIZE = 32;

/** True for 32 bytes with a value from 1 to the curve's order - 1. */
export function isValidPrivateKey(privateKey: Uint8Array): boolean {
  return privateKey.length === PRIVATE_KEY_SIZE && crypto.isValidPrivateKey(privateKey);
}

function requirePrivateKey(privateKey: Uint8Array): void {
  if (!isValidPrivateKey(privateKey)) throw new ProtocolError('invalid_key', 'not a secp256k1 private key');
}

/**
 * The 64 bytes X ‖ Y of a private key (PROTOCOL.md section 2).
 * @throws ProtocolError `invalid_key`
 */
export function getPublicKey(privateKey: Uint8Array): Uint8Array {
  requirePrivateKey(privateKey);
  return crypto.getPublicKey(privateKey);
}

/**
 * Signs a digest: ECDSA on secp256k1, RFC 6979 nonce, low S.
 * @param digest 32 bytes, not hashed again
 * @returns the 64 bytes r ‖ s
 * @throws ProtocolError `invalid_key` or, unless the digest has 32 bytes, `invalid_digest`
 */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): Uint8Array {
  if (digest.length !== DIGEST_SIZE) {
    throw new ProtocolError('invalid_digest', `a digest has ${DIGEST_SIZE} bytes, not ${digest.length}`);
  }
  requirePrivateKey(privateKey);
  return crypto.sign(digest, privateKey);
}

/** Verifies a signature (64 bytes r ‖ s) of a digest (32) by a key (64 bytes X ‖ Y), as `verifySignature` does. */
export type VerifySignature = (signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array) => boolean;

/**
 * True for a low-S signature (r ‖ s) of the 32-byte digest by the key X ‖ Y. False for anything malformed.
 */
export function verifySignature(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  if (
    signature.length !== SIGNATURE_SIZE ||
    publicKey.length !== PUBLIC_KEY_SIZE ||
    digest.length !== DIGEST_SIZE
  ) {
    return false;
  }
  return crypto.verify(signature, digest, publicKey);
}
