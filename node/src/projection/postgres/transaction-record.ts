import { TRANSACTION_SIZE } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import type { ProjectedTransaction } from '../projection-reader.ts';

const ID_OFFSET = 8;
/** Where the 213 bytes begin in a record. */
export const RAW_OFFSET = ID_OFFSET + 32;
/** Height (4), index in its block (4), ID (32), the 213 bytes. */
export const RECORD_SIZE = RAW_OFFSET + TRANSACTION_SIZE;

/** The records that stand one after the other. */
export function readRecords(bytes: Uint8Array): ProjectedTransaction[] {
  return Array.from({ length: bytes.length / RECORD_SIZE }, (_, position) => {
    const start = position * RECORD_SIZE;
    return {
      height: readU32(bytes, start),
      index: readU32(bytes, start + 4),
      bytes,
      at: start + ID_OFFSET,
    };
  });
}
