import { hash } from 'node:crypto';

/**
 * Hashes by way of a string of one character per byte, in a quarter of the time by way of a Buffer: every ID needs two
 * hashes.
 */
function digest(algorithm: string, data: Uint8Array): Uint8Array {
  const characters = hash(algorithm, data, 'binary');
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

export const sha256 = (data: Uint8Array): Uint8Array => digest('sha256', data);
export const ripemd160 = (data: Uint8Array): Uint8Array => digest('ripemd160', data);
/** As text of one character a byte. @param data of text, its ASCII characters */
export const sha256Text = (data: Uint8Array | string): string => hash('sha256', data, 'binary');
