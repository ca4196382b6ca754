// Separate from noble.ts, so that a page that only checks addresses loads SHA-256, but neither the curve nor RIPEMD-160.
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

export const sha256 = (data: Uint8Array): Uint8Array => nobleSha256(data);
export const ripemd160 = (data: Uint8Array): Uint8Array => nobleRipemd160(data);
