import { bytesToBigInt } from './bytes.ts';
import { ProtocolError } from './errors.ts';

/*
 * Compact targets ("bits"), as in Bitcoin: one byte of exponent, three bytes of mantissa, target = mantissa ×
 * 256^(exponent - 3); and work, by which branches are compared (PROTOCOL.md section 8).
 */

const SIGN_BIT = 0x80_0000;
/** Number of different hashes. */
const HASH_COUNT = 1n << 256n;

/**
 * The 256-bit target of compact bits.
 * @param bits unsigned 32-bit number
 * @throws ProtocolError `invalid_bits` for a negative or zero target, and for one of 2^256 or more
 */
export function decodeBits(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = bits & 0x7f_ffff;
  const target =
    exponent <= 3
      ? BigInt(mantissa >>> (8 * (3 - exponent)))
      : BigInt(mantissa) << BigInt(8 * (exponent - 3));
  if ((bits & SIGN_BIT) !== 0 || target === 0n || target >= HASH_COUNT) {
    throw new ProtocolError('invalid_bits', `${formatBits(bits)} is not a target`, { bits });
  }
  return target;
}

/** The compact bits of a target, rounded down to three bytes of mantissa. @param target 1 to 2^256 - 1 */
export function encodeTarget(target: bigint): number {
  let size = Math.ceil(target.toString(16).length / 2);
  let mantissa = Number(size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3)));
  if ((mantissa & SIGN_BIT) !== 0) {
    mantissa >>>= 8;
    size += 1;
  }
  return ((size << 24) | mantissa) >>> 0;
}

/** Compact bits as eight lowercase hex characters, as in both HTTP interfaces. */
export function formatBits(bits: number): string {
  return bits.toString(16).padStart(8, '0');
}

/**
 * Parses compact bits; the target is not checked.
 * @throws ProtocolError `invalid_bits` unless the text is eight hex characters
 */
export function parseBits(text: string): number {
  if (!/^[0-9a-fA-F]{8}$/.test(text))
    throw new ProtocolError('invalid_bits', 'bits are eight hexadecimal digits');
  return Number.parseInt(text, 16);
}

/**
 * True if a block ID, read as a 256-bit big-endian number, is at most the target.
 * @param id 32 bytes
 * @throws ProtocolError `invalid_bits`
 */
export function meetsTarget(id: Uint8Array, bits: number): boolean {
  return bytesToBigInt(id) <= decodeBits(bits);
}

/**
 * Work of one block: floor(2^256 / (target + 1)), the expected number of hashes to find a block of this target. The work of
 * a branch is the sum over its blocks, genesis included.
 * @param bits compact target
 * @returns 1 to 2^255
 * @throws ProtocolError `invalid_bits`
 */
export function blockWork(bits: number): bigint {
  return HASH_COUNT / (decodeBits(bits) + 1n);
}

/** Work as peers and HTTP interfaces write it: lowercase hex without leading zeros. @param work at least 0 */
export function formatWork(work: bigint): string {
  return work.toString(16);
}
