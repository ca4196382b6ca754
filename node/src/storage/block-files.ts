import fs, { constants } from 'node:fs';
import { open, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { countTransactions, equalBytes, hexToBytes, type Network } from '@cairn/protocol';
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

/** One record of a block file. */
export interface BlockRecord {
  readonly location: BlockLocation;
  readonly raw: Uint8Array;
  /** End of this record; the next record begins there. */
  readonly next: FilePosition;
}

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
 * @returns the block's size
 * @throws RangeError if no record of the network begins here; ProtocolError for a size that no block has
 */
export function readRecordHeader(network: Network, header: Uint8Array): number {
  if (!equalBytes(header.subarray(0, 4), hexToBytes(network.magic)))
    throw new RangeError(`no block record of ${network.name} begins here`);
  const size = readU32(header, 4);
  countTransactions(size);
  return size;
}

/**
 * The append-only block files `blocks/blkNNNNN.dat`: records of magic (4) ‖ length (4) ‖ block (PROTOCOL.md section 6).
 * Their blocks are not validated here. `truncate` drops uncommitted records.
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
        if (name !== blockFileName(file)) throw files.#damage({ file, offset: 0 }, 'the file is missing');
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
   * Appends blocks and waits until they are on disk (fdatasync). A failed append may leave bytes after `end`, which
   * `truncate` drops.
   * @throws StorageWriteError
   */
  async append(blocks: readonly Uint8Array[]): Promise<BlockLocation[]> {
    const locations: BlockLocation[] = [];
    let { file, offset } = this.end;
    try {
      for (const raw of blocks) {
        const size = RECORD_HEADER_SIZE + raw.length;
        if (offset > 0 && offset + size > this.#maxFileSize) {
          await this.#handles[file]!.datasync();
          [file, offset] = [file + 1, 0];
        }
        const handle = this.#handles[file] ?? (await this.#addFile());
        await writeAll(handle, recordHeader(this.#network, raw.length), offset);
        await writeAll(handle, raw, offset + RECORD_HEADER_SIZE);
        locations.push({ file, offset: offset + RECORD_HEADER_SIZE, sizeBytes: raw.length });
        offset += size;
      }
      await this.#handles[file]?.datasync();
    } catch (error) {
      throw new StorageWriteError(this.pathOf(file), error);
    }
    for (const location of locations) this.#sizes[location.file] = endOf(location).offset;
    return locations;
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
    if (bytesRead !== length) throw this.#damage(position, 'the file ends too early');
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
    if (bytesRead !== length) throw this.#damage(position, 'the file ends too early');
    return bytes;
  }

  /**
   * Reads the records from a position on. A record that is cut off by the end of the last file (a torn tail) ends the walk;
   * any other malformed record is damage.
   * @throws BlockFileError; the signal's reason when it is aborted
   */
  async *records(from: FilePosition, signal?: AbortSignal): AsyncGenerator<BlockRecord> {
    const last = this.#sizes.length - 1;
    for (let { file, offset } = from; ;) {
      signal?.throwIfAborted();
      const left = (this.#sizes[file] ?? 0) - offset;
      if (left === 0 && file < last) {
        [file, offset] = [file + 1, 0];
        continue;
      }
      const size = left < RECORD_HEADER_SIZE ? Infinity : await this.#recordSize({ file, offset });
      if (RECORD_HEADER_SIZE + size > left) {
        if (file >= last) return;
        throw this.#damage({ file, offset }, 'the record is longer than the file');
      }
      const location = { file, offset: offset + RECORD_HEADER_SIZE, sizeBytes: size };
      const next = endOf(location);
      yield { location, raw: await this.read(location, size), next };
      ({ file, offset } = next);
    }
  }

  /** Bytes of the block in the record that begins at a position. @throws BlockFileError if none does */
  async #recordSize(position: FilePosition): Promise<number> {
    const header = await this.read(position, RECORD_HEADER_SIZE);
    try {
      return readRecordHeader(this.#network, header);
    } catch (error) {
      throw this.#damage(position, (error as Error).message);
    }
  }

  #handleAt(position: FilePosition): FileHandle {
    const handle = this.#handles[position.file];
    if (handle === undefined) throw this.#damage(position, 'the file is missing');
    return handle;
  }

  #damage({ file, offset }: FilePosition, problem: string): BlockFileError {
    return new BlockFileError(this.pathOf(file), offset, problem);
  }

  /**
   * Drops everything after a position and waits until that is on disk. It checks the file's actual size, because a failed
   * append may have left bytes that were never counted.
   * @throws BlockFileError if the files end before the position
   */
  async truncate({ file, offset }: FilePosition): Promise<void> {
    while (this.#handles.length > file + 1) await this.#removeLastFile();
    const handle = this.#handles[file];
    const size = handle === undefined ? 0 : (await handle.stat()).size;
    if (size < offset) throw this.#damage({ file, offset: size }, `it ends before byte ${offset}`);
    if (handle === undefined || size === offset) return;
    await handle.truncate(offset);
    this.#sizes[file] = offset;
    await handle.datasync();
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
