import { bytesToHex, decodeTransaction, TRANSACTION_SIZE } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import type { ConfirmedTransaction } from '../src/chain/chain-reader.ts';

/** Bytes of a transaction ID. */
export const ID_SIZE = 32;
/** Where the ID begins in a record. */
export const ID_OFFSET = 8;
/** Where the 213 bytes begin in a record. */
export const RAW_OFFSET = ID_OFFSET + ID_SIZE;
/** A record of either engine: height (4), index in its block (4), ID (32), the 213 bytes. */
export const RECORD_SIZE = RAW_OFFSET + TRANSACTION_SIZE;

/** The transaction of a record. @param start of the record in `bytes` */
export function readRecord(bytes: Uint8Array, start = 0): ConfirmedTransaction {
  // A plain view of a Buffer, whose slices then are plain arrays too.
  const raw = new Uint8Array(bytes.buffer, bytes.byteOffset + start + RAW_OFFSET, TRANSACTION_SIZE);
  return {
    height: readU32(bytes, start),
    index: readU32(bytes, start + 4),
    id: bytesToHex(bytes.subarray(start + ID_OFFSET, start + RAW_OFFSET)),
    transaction: decodeTransaction(raw),
  };
}

/** The transactions of records that are stored one after another. */
export function readRecords(bytes: Uint8Array): ConfirmedTransaction[] {
  return Array.from({ length: bytes.length / RECORD_SIZE }, (_, position) =>
    readRecord(bytes, position * RECORD_SIZE),
  );
}
