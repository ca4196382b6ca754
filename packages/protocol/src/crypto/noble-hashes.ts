// Separate from noble.ts, so that a page that only checks addresses loads SHA-256, but neither the curve nor RIPEMD-160.
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

export const sha256 = (data: Uint8Array): Uint8Array => nobleSha256(data);
export const ripemd160 = (data: Uint8Array): Uint8Array => nobleRipemd160(data);
/** As text of one character a byte. @param data of text, its ASCII characters */
export const sha256Text = (data: Uint8Array | string): string => {
  const bytes = typeof data === 'string' ? Uint8Array.from(data, (one) => one.charCodeAt(0)) : data;
  return String.fromCharCode(...nobleSha256(bytes));
};
