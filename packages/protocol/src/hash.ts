import { ripemd160 as hashRipemd160, sha256 as hashSha256 } from '#hashes';

/** SHA-256 (FIPS 180-4). 32 bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  return hashSha256(data);
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
