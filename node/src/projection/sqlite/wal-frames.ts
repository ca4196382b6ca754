import { readU32 } from '@cairn/protocol/layout';

/*
 * SQLite's write-ahead log, read side (https://www.sqlite.org/fileformat2.html, section 4): a header of 32 bytes, then
 * frames of 24 bytes and a page each. All integers are big-endian; checksums run over the whole log, in 32-bit words
 * of the byte order that the magic names.
 */
const HEADER_SIZE = 32;
const FRAME_HEADER_SIZE = 24;
const LITTLE_ENDIAN_MAGIC = 0x377f_0682;
const BIG_ENDIAN_MAGIC = 0x377f_0683;

/** What a log would make of the database. */
export interface WalContents {
  /** Pages of the database after the last commit; 0 when nothing is committed in the log. */
  readonly pageCount: number;
  /** The newest committed content of each page by its number, from 1. */
  readonly pages: ReadonlyMap<number, Uint8Array>;
}

/**
 * Reads what is committed in a log, as SQLite's own recovery does: everything up to the last commit before the first
 * frame that does not match its checksum.
 */
export function readWal(log: Uint8Array, pageSize: number): WalContents {
  const nothing = { pageCount: 0, pages: new Map<number, Uint8Array>() };
  const sum = startChecksum(log, pageSize);
  if (sum === undefined) return nothing;
  const pages = new Map<number, Uint8Array>();
  const uncommitted: [number, Uint8Array][] = [];
  let pageCount = 0;
  const frameSize = FRAME_HEADER_SIZE + pageSize;
  for (let start = HEADER_SIZE; start + frameSize <= log.length; start += frameSize) {
    const page = log.subarray(start + FRAME_HEADER_SIZE, start + frameSize);
    if (!isNextFrame(log, start, page, sum)) break;
    uncommitted.push([readU32(log, start), page]);
    const committedSize = readU32(log, start + 4);
    if (committedSize === 0) continue;
    pageCount = committedSize;
    for (const [number, content] of uncommitted.splice(0)) pages.set(number, content);
  }
  return pageCount === 0 ? nothing : { pageCount, pages };
}

/** The checksum after the header; `undefined` for what is no header of a log with such pages. */
function startChecksum(log: Uint8Array, pageSize: number): RunningChecksum | undefined {
  if (log.length < HEADER_SIZE) return undefined;
  const magic = readU32(log, 0);
  if (magic !== LITTLE_ENDIAN_MAGIC && magic !== BIG_ENDIAN_MAGIC) return undefined;
  if (readU32(log, 8) !== pageSize) return undefined;
  const sum = new RunningChecksum(magic === LITTLE_ENDIAN_MAGIC);
  sum.add(log.subarray(0, 24));
  return sum.equals(log, 24) ? sum : undefined;
}

function isNextFrame(log: Uint8Array, start: number, page: Uint8Array, sum: RunningChecksum): boolean {
  // The salts of the log: frames of an earlier use of the file have others.
  if (readU32(log, start + 8) !== readU32(log, 16)) return false;
  if (readU32(log, start + 12) !== readU32(log, 20)) return false;
  sum.add(log.subarray(start, start + 8));
  sum.add(page);
  return sum.equals(log, start + 16);
}

class RunningChecksum {
  readonly #isLittleEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isLittleEndian: boolean) {
    this.#isLittleEndian = isLittleEndian;
  }

  /** @param bytes a multiple of eight */
  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let first = this.#first;
    let second = this.#second;
    for (let offset = 0; offset < bytes.length; offset += 8) {
      first = (first + view.getUint32(offset, this.#isLittleEndian) + second) >>> 0;
      second = (second + view.getUint32(offset + 4, this.#isLittleEndian) + first) >>> 0;
    }
    this.#first = first;
    this.#second = second;
  }

  equals(log: Uint8Array, offset: number): boolean {
    return readU32(log, offset) === this.#first && readU32(log, offset + 4) === this.#second;
  }
}
