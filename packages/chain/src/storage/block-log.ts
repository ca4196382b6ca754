/**
 * The block log: every block that is or was part of the chain, in the order in which it became so (PROTOCOL.md section 6), as records
 * of magic (4) ‖ length (4) ‖ block, in one or several files.
 */
import {
  type BlockId,
  blockIdFromBytes,
  countTransactions,
  equalBytes,
  hexToBytes,
  ID_SIZE,
  type Network,
} from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { BlockFileError, type BlockFileErrorOptions } from './errors.ts';

/** Bytes before each block: the network's magic, then the block's length. */
export const RECORD_HEADER_SIZE = 8;
/** Bytes in a forget record: the ID of the block that stays. No block is as small. */
export const FORGET_SIZE = ID_SIZE;

/** A position in the log: a file's number and an offset in bytes. */
export interface FilePosition {
  readonly file: number;
  readonly offset: number;
}

/** Where the first record begins. */
export const FILES_START: FilePosition = { file: 0, offset: 0 };

/** Location of a block in its file, after the header of its record (`RECORD_HEADER_SIZE` bytes). */
export interface BlockLocation extends FilePosition {
  /** Bytes of the block, 118 + 213 × n. */
  readonly sizeBytes: number;
}

/**
 * Where a home keeps the records. What is in the log stays where it is; only what a crash left after the last whole record is cut.
 * Its blocks are not validated here.
 */
export interface BlockLog {
  readonly network: Network;
  /** End of the last file; the start of file 0 if there is no file. */
  readonly end: FilePosition;
  /** Bytes of one file; `undefined` if there is no such file. */
  sizeOf(file: number): number | undefined;
  /** Names a file in messages. */
  pathOf(file: number): string;
  /**
   * Appends records and waits until they are on disk.
   * @param bodies blocks; or the 32 bytes of a block's ID, for a forget record
   * @throws StorageWriteError; bytes may be left after `end`
   */
  append(bodies: readonly Uint8Array[]): Promise<BlockLocation[]>;
  /** @throws BlockFileError if the file is missing or too short */
  read(position: FilePosition, length: number): Promise<Uint8Array>;
  /** As `read`, for the few KiB of a single answer. */
  readSync(position: FilePosition, length: number): Uint8Array;
  /**
   * Waits until everything is on disk.
   * @param from what follows it is written again, at its place: after a failed sync, bytes may be read that are not on disk
   * @throws StorageWriteError
   */
  sync(from?: FilePosition): Promise<void>;
  /**
   * Cuts everything after a position, and waits until that is on disk.
   * @throws BlockFileError if the log ends before the position; StorageWriteError
   */
  cut(position: FilePosition): Promise<void>;
  close(): Promise<void>;
}

/** True if a position comes before another one. */
export function isBefore(one: FilePosition, other: FilePosition): boolean {
  return one.file < other.file || (one.file === other.file && one.offset < other.offset);
}

/** End of a block's record; the next record begins there. */
export function endOf({ file, offset, sizeBytes }: BlockLocation): FilePosition {
  return { file, offset: offset + sizeBytes };
}

/** Bytes of all files after a position. */
export function bytesAfter(log: Pick<BlockLog, 'end' | 'sizeOf'>, { file, offset }: FilePosition): number {
  let bytes = -offset;
  for (let at = file; at <= log.end.file; at += 1) bytes += log.sizeOf(at) ?? 0;
  return bytes;
}

/** The error for bytes at a position that are not what they should be. */
export function damageAt(
  log: Pick<BlockLog, 'pathOf'>,
  { file, offset }: FilePosition,
  problem: string,
  options?: BlockFileErrorOptions,
): BlockFileError {
  return new BlockFileError(log.pathOf(file), offset, problem, options);
}

/** The header of a record. */
export function recordHeader(network: Network, size: number): Uint8Array {
  const header = new Uint8Array(RECORD_HEADER_SIZE);
  header.set(hexToBytes(network.magic));
  writeU32(header, 4, size);
  return header;
}

/**
 * Reads the header of a record.
 * @returns the block's size, or `FORGET_SIZE`
 * @throws RangeError if no record of the network begins here; ProtocolError for a size that no block has
 */
export function readRecordHeader(network: Network, header: Uint8Array): number {
  if (!equalBytes(header.subarray(0, 4), hexToBytes(network.magic)))
    throw new RangeError(`no block record of ${network.name} begins here`);
  const size = readU32(header, 4);
  if (size !== FORGET_SIZE) countTransactions(size);
  return size;
}

/** A record that is no block: here the chain went back to a block for good, and forgot everything with more work (section 8). */
export interface ForgetRecord {
  readonly backTo: BlockId;
}

export type LogRecord = ({ readonly location: BlockLocation; readonly raw: Uint8Array } | ForgetRecord) & {
  /** Bytes of the block, or of the ID. */
  readonly size: number;
  /** Where it begins, its header included. */
  readonly start: FilePosition;
  /** End of this record; the next record begins there. */
  readonly next: FilePosition;
};

/**
 * Reads the records from a position on. A record that is cut off by the end of the last file (a torn tail) ends the walk;
 * any other malformed record is damage.
 * @param until where to stop; at the end of the log by default
 * @throws BlockFileError; the signal's reason when it is aborted
 */
export async function* readRecords(
  log: BlockLog,
  from: FilePosition,
  {
    until = log.end,
    signal,
  }: { readonly until?: FilePosition | undefined; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<LogRecord> {
  const last = log.end.file;
  for (let start = from; isBefore(start, until);) {
    signal?.throwIfAborted();
    const left = (log.sizeOf(start.file) ?? 0) - start.offset;
    if (left === 0 && start.file < last) {
      start = { file: start.file + 1, offset: 0 };
      continue;
    }
    const size = left < RECORD_HEADER_SIZE ? Infinity : await readSize(log, start);
    if (RECORD_HEADER_SIZE + size > left) {
      if (start.file >= last) return;
      throw damageAt(log, start, 'the record is longer than the file');
    }
    const location = { file: start.file, offset: start.offset + RECORD_HEADER_SIZE, sizeBytes: size };
    const raw = await log.read(location, size);
    const next = endOf(location);
    yield size === FORGET_SIZE
      ? { backTo: blockIdFromBytes(raw), size, start, next }
      : { location, raw, size, start, next };
    start = next;
  }
}

/** Bytes of the block in the record that begins at a position. @throws BlockFileError if none does */
async function readSize(log: BlockLog, position: FilePosition): Promise<number> {
  const header = await log.read(position, RECORD_HEADER_SIZE);
  try {
    return readRecordHeader(log.network, header);
  } catch (error) {
    throw damageAt(log, position, (error as Error).message);
  }
}
