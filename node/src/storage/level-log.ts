import { open, type FileHandle } from 'node:fs/promises';
import { checksumOf, maskChecksum } from './level-checksum.ts';

/*
 * LevelDB's log format, read side (`doc/log_format.md`): its write-ahead logs and its MANIFEST. Blocks of 32 KiB, in
 * them records of checksum (4) ‖ length (2) ‖ type (1) ‖ data, little-endian; no record crosses a block.
 */
const BLOCK_SIZE = 32_768;
const HEADER_SIZE = 7;
const TYPE_OFFSET = 6;
/** Read at once: a whole number of blocks. */
const SPAN_SIZE = 32 * BLOCK_SIZE;

/** A record of a log that does not match its checksum, or whose own length is not the one it was written with. */
export interface LogDamage {
  readonly file: string;
  readonly offset: number;
}

/** One physical record that matches its checksum. */
export interface LogRecord {
  /** 1: whole; 2, 3, 4: first, middle and last part. */
  readonly type: number;
  /** A view that is valid until the next record is asked for. */
  readonly data: Uint8Array;
}

/** What stands at a place of a log. */
type Found = 'padding' | 'torn' | 'empty' | 'damaged' | number;

/** The first damaged record is not read over. */
export class DamagedLogError extends Error {
  readonly offset: number;

  constructor(file: string, offset: number) {
    super(`a record of ${file} at byte ${offset}`);
    this.offset = offset;
  }
}

/**
 * Looks for a damaged record in a log. LevelDB itself passes over such a record and the rest of its block in silence:
 * acknowledged batches would be gone without a word.
 */
export async function findDamagedRecord(file: string): Promise<LogDamage | undefined> {
  try {
    for await (const _ of readLog(file));
    return undefined;
  } catch (error) {
    if (error instanceof DamagedLogError) return { file, offset: error.offset };
    throw error;
  }
}

/**
 * The records of a log, up to a torn end: what a process or machine that died in the middle of a write leaves, and
 * nobody was told of.
 * @throws DamagedLogError
 */
export async function* readLog(file: string): AsyncGenerator<LogRecord> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const span = Buffer.alloc(Math.min(SPAN_SIZE, size));
    let emptyFrom: number | undefined;
    for (let start = 0; start < size; start += SPAN_SIZE) {
      const bytes = span.subarray(0, Math.min(SPAN_SIZE, size - start));
      await fill(handle, bytes, start);
      for (let at = 0; at < bytes.length; at += BLOCK_SIZE) {
        const block = bytes.subarray(at, at + BLOCK_SIZE);
        if (emptyFrom !== undefined) requireEmpty(block, file, emptyFrom);
        else if ((yield* readBlock(block, file, start + at)) === 'empty') emptyFrom = start + at;
      }
    }
  } finally {
    await handle.close();
  }
}

/** @returns `empty` where nothing may come any more */
function* readBlock(
  block: Uint8Array,
  file: string,
  start: number,
): Generator<LogRecord, 'padding' | 'empty'> {
  for (let offset = 0; ;) {
    const found = lookAt(block, offset);
    if (found === 'padding' || found === 'empty') return found;
    if (found === 'torn') return 'empty'; // only the last block is ever torn
    if (found === 'damaged') throw new DamagedLogError(file, start + offset);
    yield { type: block[offset + TYPE_OFFSET]!, data: block.subarray(offset + HEADER_SIZE, found) };
    offset = found;
  }
}

/** A machine that lost its power may leave room without data at the end of a file; before data it is damage. */
function requireEmpty(block: Uint8Array, file: string, emptyFrom: number): void {
  if (!isEmpty(block)) throw new DamagedLogError(file, emptyFrom);
}

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/**
 * @param block shorter than 32 KiB where it is the last
 * @returns the end of the record at `offset`, or why there is none
 */
function lookAt(block: Uint8Array, offset: number): Found {
  const isCut = block.length < BLOCK_SIZE;
  if (offset + HEADER_SIZE > block.length) return isCut ? 'torn' : 'padding';
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const checksum = view.getUint32(offset, true);
  const end = offset + HEADER_SIZE + view.getUint16(offset + 4, true);
  if (end > BLOCK_SIZE) return 'damaged'; // no record was ever that long
  if (end > block.length) {
    return isWholeUnderAnotherLength(block, offset, checksum) ? 'damaged' : 'torn';
  }
  if (checksum === maskChecksum(checksumOf(block.subarray(offset + TYPE_OFFSET, end)))) return end;
  return isEmpty(block.subarray(offset)) ? 'empty' : 'damaged';
}

/**
 * Tells a changed length from a torn end: of a record that is there to its last byte, some prefix matches the checksum.
 * That this happens to a torn one is a matter of 1 in 2^17.
 */
function isWholeUnderAnotherLength(block: Uint8Array, offset: number, checksum: number): boolean {
  let crc: number | undefined;
  for (let at = offset + TYPE_OFFSET; at < block.length; at += 1) {
    crc = checksumOf(block.subarray(at, at + 1), crc);
    if (at > offset + TYPE_OFFSET && maskChecksum(crc) === checksum) return true;
  }
  return false;
}

async function fill(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, position);
  // The rest of a file that became shorter meanwhile reads as zeros: a torn end.
  bytes.fill(0, bytesRead);
}
