// Separate from the curve and from each other: a page that checks addresses loads only SHA-256.
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

export const sha256 = (data: Uint8Array): Uint8Array => nobleSha256(data);
export const ripemd160 = (data: Uint8Array): Uint8Array => nobleRipemd160(data);
