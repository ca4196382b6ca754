import fs, { constants } from 'node:fs';
import { open, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
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
import { BlockFileError, StorageWriteError } from './errors.ts';

/** Bytes before each block: the network's magic, then the block's length. */
export const RECORD_HEADER_SIZE = 8;
/** A record that would make a file longer than this begins a new file: 128 MiB. */
export const MAX_FILE_SIZE = 128 * 1024 * 1024;

/** A position in the block files: the file's number and an offset in bytes. */
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

/** End of a block's record; the next record begins there. */
export function endOf({ file, offset, sizeBytes }: BlockLocation): FilePosition {
  return { file, offset: offset + sizeBytes };
}

/** A record that is no block: here the chain went back to a block for good, and forgot everything with more work (section 8). */
export interface ForgetRecord {
  readonly backTo: BlockId;
}

/** One record of a block file. */
export type FileRecord = ({ readonly location: BlockLocation; readonly raw: Uint8Array } | ForgetRecord) & {
  /** Bytes of the block, or of the ID. */
  readonly size: number;
  /** Where it begins, its header included. */
  readonly start: FilePosition;
  /** End of this record; the next record begins there. */
  readonly next: FilePosition;
};

/** Name of a block file. */
function blockFileName(file: number): string {
  return `blk${file.toString().padStart(5, '0')}.dat`;
}

/** The header of a record in a block file. */
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

/** Bytes in a forget record: the ID of the block that stays. No block is as small. */
export const FORGET_SIZE = ID_SIZE;

/**
 * The append-only block files `blocks/blkNNNNN.dat`: every block that is or was part of the chain, in the order in which it became so
 * (PROTOCOL.md section 6), as records of magic (4) ‖ length (4) ‖ block. What is in them stays where it is; only what a crash left
 * after the last whole record is cut. Their blocks are not validated here.
 */
export class BlockFiles {
  readonly #directory: string;
  readonly #network: Network;
  readonly #maxFileSize: number;
  readonly #handles: FileHandle[] = [];
  readonly #sizes: number[] = [];

  private constructor(directory: string, network: Network, maxFileSize: number) {
    this.#directory = directory;
    this.#network = network;
    this.#maxFileSize = maxFileSize;
  }

  /**
   * Opens all block files of a directory.
   * @param maxFileSize bytes past which a new file begins; for tests
   * @throws BlockFileError if a file between others is missing; an Error with the system's `code`
   */
  static async open(
    directory: string,
    network: Network,
    maxFileSize: number = MAX_FILE_SIZE,
  ): Promise<BlockFiles> {
    const names = (await readdir(directory)).filter((name) => /^blk\d{5}\.dat$/.test(name)).toSorted();
    const files = new BlockFiles(directory, network, maxFileSize);
    try {
      for (const [file, name] of names.entries()) {
        if (name !== blockFileName(file)) throw files.damageAt({ file, offset: 0 }, 'the file is missing');
        const handle = await open(files.pathOf(file), constants.O_RDWR);
        files.#handles.push(handle);
        files.#sizes.push((await handle.stat()).size);
      }
    } catch (error) {
      await files.close();
      throw error;
    }
    return files;
  }

  /** End of the last file; the start of file 0 if there is no file. */
  get end(): FilePosition {
    const file = Math.max(0, this.#sizes.length - 1);
    return { file, offset: this.#sizes[file] ?? 0 };
  }

  /** Bytes of all files together. */
  get totalSize(): number {
    return this.bytesAfter(FILES_START);
  }

  /** Bytes of all files after a position. */
  bytesAfter({ file, offset }: FilePosition): number {
    return this.#sizes.slice(file).reduce((sum, size) => sum + size, -offset);
  }

  pathOf(file: number): string {
    return join(this.#directory, blockFileName(file));
  }

  /** Bytes of one file; `undefined` when there is no such file. */
  sizeOf(file: number): number | undefined {
    return this.#sizes[file];
  }

  /**
   * Appends records and waits until they are on disk (fdatasync).
   * @param bodies blocks; or the 32 bytes of a block's ID, for a forget record
   * @throws StorageWriteError; bytes may be left after `end`
   */
  async append(bodies: readonly Uint8Array[]): Promise<BlockLocation[]> {
    if (bodies.length === 0) return [];
    const locations: BlockLocation[] = [];
    let { file, offset } = this.end;
    try {
      for (const body of bodies) {
        const size = RECORD_HEADER_SIZE + body.length;
        if (offset > 0 && offset + size > this.#maxFileSize) {
          await this.#handles[file]!.datasync();
          [file, offset] = [file + 1, 0];
        }
        const handle = this.#handles[file] ?? (await this.#addFile());
        await writeAll(handle, recordHeader(this.#network, body.length), offset);
        await writeAll(handle, body, offset + RECORD_HEADER_SIZE);
        locations.push({ file, offset: offset + RECORD_HEADER_SIZE, sizeBytes: body.length });
        offset += size;
      }
      await this.#handles[file]?.datasync();
    } catch (error) {
      throw new StorageWriteError(this.pathOf(file), error);
    }
    for (const location of locations) this.#sizes[location.file] = endOf(location).offset;
    return locations;
  }

  /** Waits until the last file is on disk. @throws StorageWriteError */
  async sync(): Promise<void> {
    const file = this.#handles.length - 1;
    try {
      await this.#handles[file]?.datasync();
    } catch (error) {
      throw new StorageWriteError(this.pathOf(file), error);
    }
  }

  /**
   * Writes what follows a position again, at its place, and waits until it is on disk: after a failed sync, bytes may be read that are
   * not. @throws StorageWriteError
   */
  async rewrite(from: FilePosition): Promise<void> {
    for (let { file, offset } = from; isBefore({ file, offset }, this.end); [file, offset] = [file + 1, 0]) {
      const handle = this.#handles[file]!;
      const bytes = await this.read({ file, offset }, this.#sizes[file]! - offset);
      try {
        await writeAll(handle, bytes, offset);
        await handle.datasync();
        await syncDirectory(this.#directory);
      } catch (error) {
        throw new StorageWriteError(this.pathOf(file), error);
      }
    }
  }

  async #addFile(): Promise<FileHandle> {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC;
    const handle = await open(this.pathOf(this.#handles.length), flags, 0o600);
    this.#handles.push(handle);
    this.#sizes.push(0);
    await syncDirectory(this.#directory);
    return handle;
  }

  /**
   * Reads bytes of a file.
   * @throws BlockFileError if the file is missing or too short
   */
  async read(position: FilePosition, length: number): Promise<Uint8Array> {
    const handle = this.#handleAt(position);
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position.offset);
    if (bytesRead !== length) throw this.damageAt(position, 'the file ends too early');
    return bytes;
  }

  /**
   * Reads bytes synchronously, for the few KiB of a single answer. From the system's page cache this takes 2 µs; through the
   * thread pool, as `read`, 50 µs.
   * @throws BlockFileError if the file is missing or too short
   */
  readSync(position: FilePosition, length: number): Uint8Array {
    const bytes = Buffer.allocUnsafe(length);
    const bytesRead = fs.readSync(this.#handleAt(position).fd, bytes, 0, length, position.offset);
    if (bytesRead !== length) throw this.damageAt(position, 'the file ends too early');
    return bytes;
  }

  /**
   * Reads the records from a position on. A record that is cut off by the end of the last file (a torn tail) ends the walk;
   * any other malformed record is damage.
   * @param until where to stop; at the end of the files by default
   * @throws BlockFileError; the signal's reason when it is aborted
   */
  async *records(
    from: FilePosition,
    {
      until = this.end,
      signal,
    }: { readonly until?: FilePosition; readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<FileRecord> {
    const last = this.#sizes.length - 1;
    for (let start = from; isBefore(start, until);) {
      signal?.throwIfAborted();
      const left = (this.#sizes[start.file] ?? 0) - start.offset;
      if (left === 0 && start.file < last) {
        start = { file: start.file + 1, offset: 0 };
        continue;
      }
      const size = left < RECORD_HEADER_SIZE ? Infinity : await this.#recordSize(start);
      if (RECORD_HEADER_SIZE + size > left) {
        if (start.file >= last) return;
        throw this.damageAt(start, 'the record is longer than the file');
      }
      const location = { file: start.file, offset: start.offset + RECORD_HEADER_SIZE, sizeBytes: size };
      const raw = await this.read(location, size);
      const next = endOf(location);
      yield size === FORGET_SIZE
        ? { backTo: blockIdFromBytes(raw), size, start, next }
        : { location, raw, size, start, next };
      start = next;
    }
  }

  /** Bytes of the block in the record that begins at a position. @throws BlockFileError if none does */
  async #recordSize(position: FilePosition): Promise<number> {
    const header = await this.read(position, RECORD_HEADER_SIZE);
    try {
      return readRecordHeader(this.#network, header);
    } catch (error) {
      throw this.damageAt(position, (error as Error).message);
    }
  }

  #handleAt(position: FilePosition): FileHandle {
    const handle = this.#handles[position.file];
    if (handle === undefined) throw this.damageAt(position, 'the file is missing');
    return handle;
  }

  /** The error for bytes at a position that are not what they should be. */
  damageAt({ file, offset }: FilePosition, problem: string, options?: ErrorOptions): BlockFileError {
    return new BlockFileError(this.pathOf(file), offset, problem, options);
  }

  /**
   * Cuts everything after a position, and waits until that is on disk.
   * @throws BlockFileError if the files end before the position; StorageWriteError
   */
  async cut({ file, offset }: FilePosition): Promise<void> {
    const size = this.#sizes[file] ?? 0;
    if (size < offset) throw this.damageAt({ file, offset: size }, `it ends before byte ${offset}`);
    try {
      while (this.#handles.length > file + 1) await this.#removeLastFile();
      const handle = this.#handles[file];
      if (handle === undefined || size === offset) return;
      await handle.truncate(offset);
      this.#sizes[file] = offset;
      await handle.datasync();
    } catch (error) {
      throw new StorageWriteError(this.pathOf(file), error);
    }
  }

  async #removeLastFile(): Promise<void> {
    const last = this.#handles.length - 1;
    await unlink(this.pathOf(last));
    await this.#handles.pop()!.close();
    this.#sizes.pop();
    await syncDirectory(this.#directory);
  }

  async close(): Promise<void> {
    for (const handle of this.#handles) await handle.close();
  }
}

/** True if a position comes before another one. */
export function isBefore(one: FilePosition, other: FilePosition): boolean {
  return one.file < other.file || (one.file === other.file && one.offset < other.offset);
}

/** Writes all bytes: the system may write fewer than given, and reports the cause only at the next attempt. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const result = await handle.write(bytes, written, bytes.length - written, position + written);
    written += result.bytesWritten;
  }
}

/** Syncs a directory: without it, a power loss may undo the creation, renaming or removal of a file. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
