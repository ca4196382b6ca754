import { readU32 } from '@cairn/protocol/layout';

/** Eight bytes as a number of pebbles; below 2^53 a float is exact and much cheaper than a bigint. */
export function readAmount(bytes: Uint8Array, offset: number): number | bigint {
  const high = readU32(bytes, offset);
  const low = readU32(bytes, offset + 4);
  return high < 0x20_0000 ? high * 0x1_0000_0000 + low : (BigInt(high) << 32n) | BigInt(low);
}
