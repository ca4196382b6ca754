// Separate from noble.ts, so that a page that only checks addresses loads SHA-256, but neither the curve nor RIPEMD-160.
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

export const sha256 = (data: Uint8Array): Uint8Array => nobleSha256(data);
export const ripemd160 = (data: Uint8Array): Uint8Array => nobleRipemd160(data);
/** As text of one character a byte. @param data of text, its ASCII characters */
export const sha256Text = (data: Uint8Array | string): string => {
  const hash = nobleSha256(typeof data === 'string' ? asciiBytes(data) : data);
  // The trees of accounts take thousands of these a second, and a spread takes six times as long.
  // oxlint-disable-next-line prefer-spread
  return String.fromCharCode.apply(undefined, hash as unknown as number[]);
};

/** A loop, because `Uint8Array.from` takes thirty times as long. */
function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
