import { constants } from 'node:fs';
import { open, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { hexToBytes, type Network } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { BlockFileError } from './block-file-error.ts';

/** Bytes before each block: the network's magic, then the block's length. */
export const RECORD_HEADER_SIZE = 8;
/** A record that would make a file longer begins a new one: 128 MiB. */
export const MAX_FILE_SIZE = 128 * 1024 * 1024;

/** A place in the block files: the file's number and a byte in it. */
export interface FilePosition {
  readonly file: number;
  readonly offset: number;
}

/** Where a block's own bytes stand. */
export interface BlockLocation extends FilePosition {
  /** Bytes of the block, 118 + 213 × n. */
  readonly size: number;
}

/** Name of a block file. */
export function blockFileName(file: number): string {
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
 * They know nothing of validity; what they hold beyond the committed end is dropped by `truncate`.
 */
export class BlockFiles {
  readonly #directory: string;
  readonly #network: Network;
  readonly #maxFileSize: number;
  readonly #handles: FileHandle[];
  #sizes: number[];

  private constructor(
    directory: string,
    network: Network,
    handles: FileHandle[],
    sizes: number[],
    max: number,
  ) {
    this.#directory = directory;
    this.#network = network;
    this.#handles = handles;
    this.#sizes = sizes;
    this.#maxFileSize = max;
  }

  /**
   * Opens all block files of a directory.
   * @param maxFileSize for tests of the change to a new file
   * @throws BlockFileError when a file is missing between others
   */
  static async open(directory: string, network: Network, maxFileSize = MAX_FILE_SIZE): Promise<BlockFiles> {
    const names = (await readdir(directory)).filter((name) => /^blk\d{5}\.dat$/.test(name)).toSorted();
    const handles: FileHandle[] = [];
    const sizes: number[] = [];
    try {
      for (const [file, name] of names.entries()) {
        const path = join(directory, blockFileName(file));
        if (name !== blockFileName(file)) throw new BlockFileError(path, 0, 'the file is missing');
        const handle = await open(path, constants.O_RDWR);
        handles.push(handle);
        sizes.push((await handle.stat()).size);
      }
    } catch (error) {
      for (const handle of handles) await handle.close();
      throw error;
    }
    return new BlockFiles(directory, network, handles, sizes, maxFileSize);
  }

  /** Where the last file ends; the start of the first when there is none. */
  get end(): FilePosition {
    const file = Math.max(0, this.#sizes.length - 1);
    return { file, offset: this.#sizes[file] ?? 0 };
  }

  /** Bytes of all files together. */
  get totalSize(): number {
    return this.#sizes.reduce((sum, size) => sum + size, 0);
  }

  pathOf(file: number): string {
    return join(this.#directory, blockFileName(file));
  }

  /** Bytes of one file; `undefined` when there is no such file. */
  sizeOf(file: number): number | undefined {
    return this.#sizes[file];
  }

  /** Appends one block and waits until it is on the disk (fdatasync). */
  async append(raw: Uint8Array): Promise<BlockLocation> {
    const { file, handle, offset } = await this.#placeFor(RECORD_HEADER_SIZE + raw.length);
    const parts = [recordHeader(this.#network, raw.length), raw];
    const { bytesWritten } = await handle.writev(parts, offset);
    if (bytesWritten !== RECORD_HEADER_SIZE + raw.length) {
      throw new BlockFileError(this.pathOf(file), offset, `only ${bytesWritten} bytes could be written`);
    }
    await handle.datasync();
    this.#sizes[file] = offset + bytesWritten;
    return { file, offset: offset + RECORD_HEADER_SIZE, size: raw.length };
  }

  async #placeFor(size: number): Promise<{ file: number; handle: FileHandle; offset: number }> {
    const { file, offset } = this.end;
    const current = this.#handles[file];
    if (current !== undefined && (offset === 0 || offset + size <= this.#maxFileSize)) {
      return { file, handle: current, offset };
    }
    const next = this.#handles.length;
    const handle = await open(
      this.pathOf(next),
      constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC,
      0o600,
    );
    this.#handles.push(handle);
    this.#sizes.push(0);
    await syncDirectory(this.#directory);
    return { file: next, handle, offset: 0 };
  }

  /**
   * Reads bytes of a file.
   * @throws BlockFileError when the file ends before them
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
   * The length that the record at a position announces.
   * @throws BlockFileError when its magic is not the network's
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

  /** Drops everything from a position on and waits until that is on the disk. */
  async truncate({ file, offset }: FilePosition): Promise<void> {
    while (this.#handles.length > file + 1) {
      await this.#handles.at(-1)!.close();
      await unlink(this.pathOf(this.#handles.length - 1));
      this.#handles.pop();
      this.#sizes.pop();
    }
    const handle = this.#handles[file];
    if (handle === undefined || (await handle.stat()).size === offset) return;
    await handle.truncate(offset);
    await handle.datasync();
    this.#sizes[file] = offset;
    await syncDirectory(this.#directory);
  }

  async close(): Promise<void> {
    for (const handle of this.#handles) await handle.close();
  }
}

/** A new or removed name is durable only when its directory is. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
