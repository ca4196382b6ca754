import { ProtocolError } from './errors.ts';

const HEX_DIGITS = /^(?:[0-9a-fA-F]{2})*$/;
const BYTE_TO_HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Decodes hexadecimal text.
 * @param hex an even number of digits in either case, nothing else
 * @throws ProtocolError `invalid_hex`
 */
export function hexToBytes(hex: string): Uint8Array {
  if (!HEX_DIGITS.test(hex))
    throw new ProtocolError('invalid_hex', 'not an even number of hexadecimal digits');
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = (hexDigit(hex.charCodeAt(index * 2)) << 4) | hexDigit(hex.charCodeAt(index * 2 + 1));
  }
  return bytes;
}

/** Value of a hexadecimal digit. @param code its character code, already validated */
function hexDigit(code: number): number {
  return code <= 57 ? code - 48 : (code | 32) - 87;
}

/** Encodes bytes as lowercase hexadecimal text, in their order (never reversed, unlike Bitcoin's IDs). */
export function bytesToHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += BYTE_TO_HEX[byte];
  return hex;
}

/** Joins the parts into one array. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/**
 * Compares two byte strings in LevelDB's order: negative, zero or positive. Byte strings of equal length are ordered as
 * big-endian numbers.
 */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** True for equal byte strings. Not constant-time: do not compare secrets with it. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && compareBytes(a, b) === 0;
}

/** The unsigned integer that big-endian bytes encode; 0 for no bytes. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`);
}

/** Big-endian bytes of an unsigned integer that fits `length` bytes. */
export function bigIntToBytes(value: bigint, length: number): Uint8Array {
  return hexToBytes(value.toString(16).padStart(length * 2, '0'));
}
