import { crc32c } from '@node-rs/crc32';

const MASK_DELTA = 0xa282_ead8;

/** CRC-32C of bytes that come in pieces. @param before the value of the pieces so far; none at the start */
export function checksumOf(bytes: Uint8Array, before?: number): number {
  return crc32c(bytes, before);
}

/** LevelDB stores checksums rotated and shifted, so that a checksum of data with checksums in it stays sound. */
export function maskChecksum(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}
