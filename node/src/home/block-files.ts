import fs, { constants } from 'node:fs';
import { open, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Network } from '@cairn/protocol';
import {
  type BlockLocation,
  type BlockLog,
  damageAt,
  endOf,
  type FilePosition,
  RECORD_HEADER_SIZE,
  recordHeader,
  StorageWriteError,
} from '@cairn/chain/storage';

/** A record that would make a file longer than this begins a new file: 128 MiB. */
export const MAX_FILE_SIZE = 128 * 1024 * 1024;

/** Name of a block file. */
function blockFileName(file: number): string {
  return `blk${file.toString().padStart(5, '0')}.dat`;
}

/** The block log as append-only files `blocks/blkNNNNN.dat` (PROTOCOL.md section 6). */
export class BlockFiles implements BlockLog {
  readonly #directory: string;
  readonly network: Network;
  readonly #maxFileSize: number;
  readonly #handles: FileHandle[] = [];
  readonly #sizes: number[] = [];

  private constructor(directory: string, network: Network, maxFileSize: number) {
    this.#directory = directory;
    this.network = network;
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
        if (name !== blockFileName(file)) throw damageAt(files, { file, offset: 0 }, 'the file is missing');
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

  get end(): FilePosition {
    const file = Math.max(0, this.#sizes.length - 1);
    return { file, offset: this.#sizes[file] ?? 0 };
  }

  pathOf(file: number): string {
    return join(this.#directory, blockFileName(file));
  }

  sizeOf(file: number): number | undefined {
    return this.#sizes[file];
  }

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
        await writeAll(handle, recordHeader(this.network, body.length), offset);
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

  async sync(from = this.end): Promise<void> {
    for (let { file, offset } = from; file < this.#handles.length; [file, offset] = [file + 1, 0]) {
      const handle = this.#handles[file]!;
      const bytes = await this.read({ file, offset }, this.#sizes[file]! - offset);
      try {
        await writeAll(handle, bytes, offset);
        await handle.datasync();
        if (bytes.length > 0) await syncDirectory(this.#directory);
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

  async read(position: FilePosition, length: number): Promise<Uint8Array> {
    const handle = this.#handleAt(position);
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position.offset);
    if (bytesRead !== length) throw damageAt(this, position, 'the file ends too early');
    return bytes;
  }

  /** From the system's page cache this takes 2 µs; through the thread pool, as `read`, 50 µs. */
  readSync(position: FilePosition, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    const bytesRead = fs.readSync(this.#handleAt(position).fd, bytes, 0, length, position.offset);
    if (bytesRead !== length) throw damageAt(this, position, 'the file ends too early');
    return bytes;
  }

  #handleAt(position: FilePosition): FileHandle {
    const handle = this.#handles[position.file];
    if (handle === undefined) throw damageAt(this, position, 'the file is missing');
    return handle;
  }

  async cut({ file, offset }: FilePosition): Promise<void> {
    const size = this.#sizes[file] ?? 0;
    if (size < offset) throw damageAt(this, { file, offset: size }, `it ends before byte ${offset}`);
    try {
      while (this.#handles.length > file + 1) await this.#removeLastFile();
      const handle = this.#handles[file];
      if (handle === undefined) return;
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
