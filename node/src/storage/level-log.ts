import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * LevelDB's write-ahead log, read side. LevelDB itself opens a log with a damaged record in silence and drops that
 * record and the rest of its block: acknowledged batches would be gone without a word. The layout is LevelDB's
 * `doc/log_format.md`: blocks of 32 KiB, in them records of checksum (4) ‖ length (2) ‖ type (1) ‖ data, little-endian.
 */
const BLOCK_SIZE = 32_768;
const HEADER_SIZE = 7;
const TYPE_OFFSET = 6;
/** CRC-32C (Castagnoli), reflected. */
const POLYNOMIAL = 0x82f6_3b78;
const MASK_DELTA = 0xa282_ead8;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** A record of a log that does not match its checksum. */
export interface LogDamage {
  readonly file: string;
  readonly offset: number;
}

/**
 * Looks for a damaged record in the logs of a LevelDB folder that is not open. An incomplete record at the very end of
 * a log is no damage: it is what a process that died in the middle of a write leaves, and nobody was told of it.
 */
export async function findDamagedLog(directory: string): Promise<LogDamage | undefined> {
  const logs = (await readdir(directory)).filter((name) => /^\d+\.log$/.test(name));
  for (const name of logs) {
    const file = join(directory, name);
    const offset = findDamagedRecord(await readFile(file));
    if (offset !== undefined) return { file, offset };
  }
  return undefined;
}

/** @returns byte at which the first damaged record begins */
export function findDamagedRecord(log: Uint8Array): number | undefined {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  let offset = 0;
  while (offset + HEADER_SIZE <= log.length) {
    const blockEnd = offset - (offset % BLOCK_SIZE) + BLOCK_SIZE;
    if (offset + HEADER_SIZE > blockEnd) {
      offset = blockEnd; // the rest of a block that is too short for a header is padding
      continue;
    }
    const end = offset + HEADER_SIZE + view.getUint16(offset + 4, true);
    if (end > log.length && log.length <= blockEnd) return undefined; // the torn end
    if (end > blockEnd) return offset;
    if (view.getUint32(offset, true) !== maskedChecksum(log.subarray(offset + TYPE_OFFSET, end))) {
      return offset;
    }
    offset = end;
  }
  return undefined;
}

/** LevelDB stores checksums rotated and shifted, so that a checksum of data with checksums in it stays sound. */
function maskedChecksum(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  crc = ~crc >>> 0;
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}
