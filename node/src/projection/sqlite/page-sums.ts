import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { readU32, writeU32 } from '@cairn/protocol/layout';

/** "CRNS", format, page size, CRC-32 of the sums; then four bytes a page. */
const HEADER_SIZE = 16;
const MAGIC = 0x43_52_4e_53;
const FORMAT = 1;

/** Stands for a page of which nothing is known: SQLite may leave out pages that are free. */
const UNKNOWN = 0;

/**
 * The CRC-32 of every page of the database file as the last checkpoint left it, in a file beside it. SQLite itself does
 * not notice a changed byte of its file; its log has checksums of its own. In WAL mode the file changes at checkpoints
 * only, and the projection decides when those are: it puts the sums on the disk first, so that at any moment each page
 * of the file either matches its sum or stands in the log.
 */
export class PageSums {
  readonly pageSize: number;
  #sums: Uint32Array;

  constructor(pageSize: number, sums = new Uint32Array()) {
    this.pageSize = pageSize;
    this.#sums = sums;
  }

  /** @returns `undefined` when there is no such file, or it is no whole one */
  static read(path: string): PageSums | undefined {
    const bytes = readIfThere(path);
    if (bytes === undefined || bytes.length < HEADER_SIZE || bytes.length % 4 !== 0) return undefined;
    if (readU32(bytes, 0) !== MAGIC || readU32(bytes, 4) !== FORMAT) return undefined;
    const body = bytes.subarray(HEADER_SIZE);
    if (readU32(bytes, 12) !== crc32(body)) return undefined;
    const sums = Uint32Array.from({ length: body.length / 4 }, (_, index) => readU32(body, index * 4));
    return new PageSums(readU32(bytes, 8), sums);
  }

  get pageCount(): number {
    return this.#sums.length;
  }

  /** Notes what a checkpoint is about to write. */
  update(pageCount: number, pages: ReadonlyMap<number, Uint8Array>): void {
    const sums = new Uint32Array(pageCount);
    sums.set(this.#sums.subarray(0, pageCount));
    for (const [number, content] of pages) if (number <= pageCount) sums[number - 1] = crc32(content);
    this.#sums = sums;
  }

  /** Whether a page is as it was written. @param number from 1 */
  matches(number: number, content: Uint8Array): boolean {
    const sum = this.#sums[number - 1] ?? UNKNOWN;
    return sum === UNKNOWN || sum === crc32(content);
  }

  /** Puts the sums on the disk in one step. */
  write(path: string): void {
    const bytes = new Uint8Array(HEADER_SIZE + this.#sums.length * 4);
    const body = Buffer.from(bytes.buffer, HEADER_SIZE);
    body.set(new Uint8Array(this.#sums.buffer));
    if (endianness() === 'LE') body.swap32();
    [MAGIC, FORMAT, this.pageSize, crc32(body)].forEach((word, index) => writeU32(bytes, index * 4, word));
    const draft = `${path}.new`;
    const file = openSync(draft, 'w', 0o600);
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  }
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
