import { open, type FileHandle } from 'node:fs/promises';
import { checksumOf, maskChecksum } from './level-checksum.ts';
import type { LiveTable } from './level-manifest.ts';
import { VarintReader } from './level-varint.ts';

/*
 * LevelDB's table files, read side (`doc/table_format.md`): data blocks, a filter block, the metaindex, the index, one
 * after another, then a footer. LevelDB checks no checksum when it reads a block unless it is told to, which
 * classic-level does not offer: a changed byte of a table would be served as data.
 */
const FOOTER_SIZE = 48;
const MAGIC = 0xdb47_7524_8b80_fb57n;
/** Behind each block: type (1) ‖ masked checksum of block and type (4), little-endian. */
const TRAILER_SIZE = 5;
const UNCOMPRESSED = 0;
/** Read at once; bounds the memory of a check together with the tables that are checked at once. */
const SPAN_SIZE = 1_024 * 1_024;
/** No index of a table of this size comes near it. */
const MAXIMUM_INDEX_SIZE = 8 * 1_024 * 1_024;

/** Where a block stands, its trailer not counted. */
interface BlockHandle {
  readonly offset: number;
  readonly size: number;
}

/** What is wrong with a table, and where. */
export interface TableDamage {
  readonly file: string;
  readonly offset: number;
  readonly problem: string;
}

class DamagedTableError extends Error {
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(problem);
    this.offset = offset;
  }
}

/**
 * Checks every byte of a table: its size, the checksum of each block, and that the blocks fill the file.
 * @throws the system's error when it cannot be read, `ENOENT` when it is not there
 */
export async function findTableDamage({ file, size }: LiveTable): Promise<TableDamage | undefined> {
  const handle = await open(file, 'r');
  try {
    await checkTable(handle, size);
    return undefined;
  } catch (error) {
    if (error instanceof DamagedTableError) return { file, offset: error.offset, problem: error.message };
    throw error;
  } finally {
    await handle.close();
  }
}

async function checkTable(handle: FileHandle, expectedSize: number): Promise<void> {
  const { size } = await handle.stat();
  if (size !== expectedSize || size < FOOTER_SIZE) {
    throw new DamagedTableError(Math.min(size, expectedSize), `it has ${size} bytes, not ${expectedSize}`);
  }
  const footerOffset = size - FOOTER_SIZE;
  const { metaindex, index } = readFooter(await read(handle, footerOffset, FOOTER_SIZE), footerOffset);
  const blocks = [
    ...(await readIndex(handle, index, footerOffset)),
    ...(await readIndex(handle, metaindex, footerOffset)),
    metaindex,
    index,
  ].toSorted((a, b) => a.offset - b.offset);
  requireCover(blocks, footerOffset);
  await checkBlocks(handle, blocks, footerOffset);
}

function readFooter(footer: Buffer, offset: number): { metaindex: BlockHandle; index: BlockHandle } {
  if (footer.readBigUInt64LE(FOOTER_SIZE - 8) !== MAGIC) {
    throw new DamagedTableError(offset, 'it does not end like a table');
  }
  return decoding(offset, () => {
    const reader = new VarintReader(footer, 0, FOOTER_SIZE - 8);
    const [metaindex, index] = [readHandle(reader), readHandle(reader)];
    // LevelDB fills up with zeros; nothing else tells a changed byte there.
    if (footer.subarray(reader.offset, FOOTER_SIZE - 8).some((byte) => byte !== 0)) {
      throw new RangeError('its padding is not empty');
    }
    return { metaindex, index };
  });
}

function readHandle(reader: VarintReader): BlockHandle {
  return { offset: reader.varint(), size: reader.varint() };
}

/** The blocks that an index block leads to. Entries: shared (varint) ‖ unshared (varint) ‖ length (varint) ‖ key ‖ value. */
async function readIndex(handle: FileHandle, index: BlockHandle, limit: number): Promise<BlockHandle[]> {
  const { offset, size } = index;
  if (size < 4 || size > MAXIMUM_INDEX_SIZE || offset + size + TRAILER_SIZE > limit) {
    throw new DamagedTableError(offset, 'an index block lies outside of it');
  }
  const block = await read(handle, offset, size + TRAILER_SIZE);
  requireChecksum(checksumOf(block.subarray(0, size + 1)), block.readUInt32LE(size + 1), offset);
  if (block[size] !== UNCOMPRESSED) {
    throw new DamagedTableError(offset, 'an index block is compressed, as this version writes none');
  }
  const restarts = block.readUInt32LE(size - 4);
  return decoding(offset, () => readEntries(block, size - 4 - 4 * restarts));
}

function readEntries(block: Buffer, end: number): BlockHandle[] {
  const handles: BlockHandle[] = [];
  const reader = new VarintReader(block, 0, end);
  while (!reader.isAtEnd) {
    reader.varint();
    const [unshared, length] = [reader.varint(), reader.varint()];
    reader.skip(unshared);
    const next = reader.offset + length;
    handles.push(readHandle(reader));
    if (reader.offset !== next) throw new RangeError('an entry of the index is no place');
  }
  return handles;
}

/** Each block begins where the one before it ends: there is no byte that no checksum covers. */
function requireCover(blocks: readonly BlockHandle[], footerOffset: number): void {
  let end = 0;
  for (const { offset, size } of blocks) {
    if (offset !== end) throw new DamagedTableError(Math.min(end, offset), 'its blocks do not fill it');
    end += size + TRAILER_SIZE;
  }
  if (end !== footerOffset) throw new DamagedTableError(end, 'its blocks do not fill it');
}

/** Reads the file once, in spans; a block may reach over several of them. */
async function checkBlocks(handle: FileHandle, blocks: readonly BlockHandle[], end: number): Promise<void> {
  const span = Buffer.allocUnsafe(Math.min(SPAN_SIZE, end));
  let start = 0;
  let filled = 0;
  let current = 0;
  while (current < blocks.length) {
    const { offset, size } = blocks[current]!;
    if (offset + size + TRAILER_SIZE <= start + filled) {
      const [from, trailer] = [offset - start, offset - start + size];
      const crc = checksumOf(span.subarray(from, trailer + 1));
      requireChecksum(crc, span.readUInt32LE(trailer + 1), offset);
      current += 1;
    } else if (size + TRAILER_SIZE > span.length) {
      await checkLargeBlock(handle, blocks[current]!, span);
      start = offset + size + TRAILER_SIZE;
      filled = 0;
      current += 1;
    } else {
      start = offset;
      filled = Math.min(span.length, end - start);
      await readInto(handle, span.subarray(0, filled), start);
    }
  }
}

/** A block with a value that is longer than a span. */
async function checkLargeBlock(
  handle: FileHandle,
  { offset, size }: BlockHandle,
  span: Buffer,
): Promise<void> {
  let crc: number | undefined;
  for (let done = 0; done < size + 1; done += span.length) {
    const piece = span.subarray(0, Math.min(span.length, size + 1 - done));
    await readInto(handle, piece, offset + done);
    crc = checksumOf(piece, crc);
  }
  const stored = await read(handle, offset + size + 1, 4);
  requireChecksum(crc!, stored.readUInt32LE(0), offset);
}

function requireChecksum(crc: number, stored: number, offset: number): void {
  if (maskChecksum(crc) !== stored)
    throw new DamagedTableError(offset, 'a block does not match its checksum');
}

async function read(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  await readInto(handle, bytes, offset);
  return bytes;
}

async function readInto(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
  if (bytesRead !== bytes.length) throw new DamagedTableError(offset + bytesRead, 'it ends too early');
}

function decoding<Result>(offset: number, decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedTableError(offset, error.message);
    throw error;
  }
}
