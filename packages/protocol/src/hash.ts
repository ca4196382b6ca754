import { ripemd160 as hashRipemd160, sha256 as hashSha256, sha256Text as hashSha256Text } from '#hashes';

/** SHA-256 (FIPS 180-4). 32 bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  return hashSha256(data);
}

/**
 * SHA-256 as text of one character a byte: a key of maps, and half the memory of an array.
 * @param data bytes, or text of ASCII characters
 */
export function sha256Text(data: Uint8Array | string): string {
  return hashSha256Text(data);
}

/** SHA-256 of the SHA-256: transaction and block IDs, signing digests, checksums. 32 bytes. */
export function sha256d(data: Uint8Array): Uint8Array {
  return hashSha256(hashSha256(data));
}

/** RIPEMD-160. 20 bytes. */
export function ripemd160(data: Uint8Array): Uint8Array {
  return hashRipemd160(data);
}

/** RIPEMD-160 of the SHA-256: the 20 bytes behind an address. */
export function hash160(data: Uint8Array): Uint8Array {
  return hashRipemd160(hashSha256(data));
}
