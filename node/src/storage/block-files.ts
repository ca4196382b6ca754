import fs, { constants } from 'node:fs';
import { open, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { countTransactions, hexToBytes, MAX_BLOCK_SIZE, type Network } from '@cairn/protocol';
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

/** Location of a block in its file, after the header of its record (`RECORD_HEADER_SIZE` bytes). */
export interface BlockLocation extends FilePosition {
  /** Bytes of the block, 118 + 213 × n. */
  readonly size: number;
}

interface BlockFileOptions {
  /** Size past which a new file begins; for tests. */
  readonly maxFileSize?: number | undefined;
  /** Opens the files for reading only; false by default. */
  readonly readOnly?: boolean;
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
 * The append-only block files `blocks/blkNNNNN.dat`: records of magic (4) ‖ length (4) ‖ block (PROTOCOL.md section 6).
 * Their blocks are not validated here. `truncate` drops uncommitted records.
 */
export class BlockFiles {
  readonly #directory: string;
  readonly #network: Network;
  readonly #maxFileSize: number;
  readonly #isReadOnly: boolean;
  readonly #handles: FileHandle[];
  readonly #sizes: number[];

  private constructor(
    directory: string,
    network: Network,
    handles: FileHandle[],
    sizes: number[],
    { maxFileSize, readOnly }: { readonly maxFileSize: number; readonly readOnly: boolean },
  ) {
    this.#directory = directory;
    this.#network = network;
    this.#handles = handles;
    this.#sizes = sizes;
    this.#maxFileSize = maxFileSize;
    this.#isReadOnly = readOnly;
  }

  /**
   * Opens all block files of a directory.
   * @throws BlockFileError if a file between others is missing; an Error with the system's `code`
   */
  static async open(
    directory: string,
    network: Network,
    { maxFileSize = MAX_FILE_SIZE, readOnly = false }: BlockFileOptions = {},
  ): Promise<BlockFiles> {
    const names = (await readdir(directory)).filter((name) => /^blk\d{5}\.dat$/.test(name)).toSorted();
    const handles: FileHandle[] = [];
    const sizes: number[] = [];
    try {
      for (const [file, name] of names.entries()) {
        const path = join(directory, blockFileName(file));
        if (name !== blockFileName(file)) throw new BlockFileError(path, 0, 'the file is missing');
        const handle = await open(path, readOnly ? constants.O_RDONLY : constants.O_RDWR);
        handles.push(handle);
        sizes.push((await handle.stat()).size);
      }
    } catch (error) {
      for (const handle of handles) await handle.close();
      throw error;
    }
    return new BlockFiles(directory, network, handles, sizes, { maxFileSize, readOnly });
  }

  /** End of the last file; the start of file 0 if there is no file. */
  get end(): FilePosition {
    const file = Math.max(0, this.#sizes.length - 1);
    return { file, offset: this.#sizes[file] ?? 0 };
  }

  /** Bytes of all files together. */
  get totalSize(): number {
    return this.#sizes.reduce((sum, size) => sum + size, 0);
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
        locations.push({ file, offset: offset + RECORD_HEADER_SIZE, size: raw.length });
        offset += size;
      }
      await this.#handles[file]?.datasync();
    } catch (error) {
      throw new StorageWriteError(this.pathOf(file), error);
    }
    for (const location of locations) this.#sizes[location.file] = location.offset + location.size;
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
  async read({ file, offset }: FilePosition, length: number): Promise<Uint8Array> {
    const handle = this.#handles[file];
    if (handle === undefined) throw new BlockFileError(this.pathOf(file), offset, 'the file is missing');
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    if (bytesRead !== length) throw new BlockFileError(this.pathOf(file), offset, 'the file ends too early');
    return bytes;
  }

  /**
   * Reads bytes synchronously, for the few KiB of a single answer. From the system's page cache this takes 2 µs; through the
   * thread pool, as `read`, 50 µs.
   * @throws BlockFileError if the file is missing or too short
   */
  readSync({ file, offset }: FilePosition, length: number): Uint8Array {
    const handle = this.#handles[file];
    if (handle === undefined) throw new BlockFileError(this.pathOf(file), offset, 'the file is missing');
    const bytes = Buffer.allocUnsafe(length);
    const bytesRead = fs.readSync(handle.fd, bytes, 0, length, offset);
    if (bytesRead !== length) throw new BlockFileError(this.pathOf(file), offset, 'the file ends too early');
    return bytes;
  }

  /**
   * Reads the block length in the header of the record at a position.
   * @throws BlockFileError if the file ends before it, or its magic is not the network's
   */
  async readRecordHeader(position: FilePosition): Promise<number> {
    const header = await this.read(position, RECORD_HEADER_SIZE);
    const expected = recordHeader(this.#network, 0);
    for (let index = 0; index < 4; index += 1) {
      if (header[index] !== expected[index]) {
        throw new BlockFileError(this.pathOf(position.file), position.offset, 'no record begins here');
      }
    }
    return readU32(header, 4);
  }

  /**
   * Drops everything after a position and waits until that is on disk. It checks the file's actual size, because a failed
   * append may have left bytes that were never counted. Read-only files are not changed; the bytes are ignored from then on.
   * @throws BlockFileError if the files end before the position
   */
  async truncate({ file, offset }: FilePosition): Promise<void> {
    if (this.#isReadOnly) return this.#ignoreFrom({ file, offset });
    while (this.#handles.length > file + 1) await this.#removeLastFile();
    const handle = this.#handles[file];
    const size = handle === undefined ? 0 : (await handle.stat()).size;
    if (size < offset) throw new BlockFileError(this.pathOf(file), size, `it ends before byte ${offset}`);
    if (handle === undefined || size === offset) return;
    await handle.truncate(offset);
    this.#sizes[file] = offset;
    await handle.datasync();
  }

  async #ignoreFrom({ file, offset }: FilePosition): Promise<void> {
    for (const handle of this.#handles.splice(file + 1)) await handle.close();
    this.#sizes.length = this.#handles.length;
    if (this.#sizes[file] !== undefined) this.#sizes[file] = offset;
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

/** One record of a block file. */
export interface BlockRecord {
  readonly location: BlockLocation;
  readonly raw: Uint8Array;
  /** End of this record; the next record begins there. */
  readonly next: FilePosition;
}

/**
 * Reads the records from a position on. A record that is cut off by the end of the last file (a torn tail) ends the walk;
 * any other malformed record is damage.
 * @throws BlockFileError; the signal's reason when it is aborted
 */
export async function* readRecords(
  files: BlockFiles,
  from: FilePosition,
  signal?: AbortSignal,
): AsyncGenerator<BlockRecord> {
  let position = from;
  for (;;) {
    signal?.throwIfAborted();
    const size = files.sizeOf(position.file);
    if (size === undefined) return;
    if (position.offset === size && files.sizeOf(position.file + 1) !== undefined) {
      position = { file: position.file + 1, offset: 0 };
      continue;
    }
    const record = await readRecord(files, position, size);
    if (record === undefined) return;
    yield record;
    position = record.next;
  }
}

/** @returns `undefined` for a record that is cut off by the end of the last file */
async function readRecord(
  files: BlockFiles,
  { file, offset }: FilePosition,
  fileSize: number,
): Promise<BlockRecord | undefined> {
  const damaged = (problem: string) => new BlockFileError(files.pathOf(file), offset, problem);
  const remaining = fileSize - offset;
  const isLast = files.sizeOf(file + 1) === undefined;
  const tornTail = (): undefined => {
    if (isLast && remaining <= RECORD_HEADER_SIZE + MAX_BLOCK_SIZE) return;
    throw damaged('the record is longer than the file');
  };
  if (remaining < RECORD_HEADER_SIZE) return tornTail();
  const size = await files.readRecordHeader({ file, offset });
  if (!isBlockSize(size)) throw damaged(`the record's length ${size} is no block's`);
  if (RECORD_HEADER_SIZE + size > remaining) return tornTail();
  const location = { file, offset: offset + RECORD_HEADER_SIZE, size };
  const raw = await files.read(location, size);
  return { location, raw, next: { file, offset: location.offset + size } };
}

function isBlockSize(size: number): boolean {
  try {
    return countTransactions(size) > 0;
  } catch {
    return false;
  }
}
