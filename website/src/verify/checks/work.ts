import { decodeBits } from '@cairn/protocol';

const SPACE = 1n << 256n;

/**
 * Hashes that finding a block of these bits takes on average: 2^256 / (target + 1).
 * @throws ProtocolError `invalid_bits`
 */
export function workOf(bits: number): bigint {
  return SPACE / (decodeBits(bits) + 1n);
}
