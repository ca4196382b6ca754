import { blockSize, countTransactions } from '@cairn/protocol';
import { BlockFileError } from './block-file-error.ts';
import { RECORD_HEADER_SIZE, type BlockFiles, type BlockLocation, type FilePosition } from './block-files.ts';

/** One record as it stands in a block file. */
export interface BlockRecord {
  readonly location: BlockLocation;
  readonly raw: Uint8Array;
  /** Where the next record begins, or would. */
  readonly next: FilePosition;
}

/** The smallest possible record: a block with its coinbase only. */
const SMALLEST_RECORD = RECORD_HEADER_SIZE + blockSize(1);

/**
 * Walks the records from a position on. A record that the end of the last file cuts off ends the walk (a torn tail);
 * anything else that is no record is damage.
 * @throws BlockFileError
 */
export async function* readRecords(files: BlockFiles, from: FilePosition): AsyncGenerator<BlockRecord> {
  let position = from;
  for (;;) {
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

async function readRecord(
  files: BlockFiles,
  position: FilePosition,
  fileSize: number,
): Promise<BlockRecord | undefined> {
  const { file, offset } = position;
  const left = fileSize - offset;
  const isLast = files.sizeOf(file + 1) === undefined;
  if (isLast && left < SMALLEST_RECORD) return undefined;
  const size = await files.readRecordHeader(position);
  if (RECORD_HEADER_SIZE + size > left) {
    if (isLast) return undefined;
    throw new BlockFileError(files.pathOf(file), offset, 'the record is longer than the file');
  }
  try {
    countTransactions(size);
  } catch {
    throw new BlockFileError(files.pathOf(file), offset, `the record's length ${size} is no block's`);
  }
  const location = { file, offset: offset + RECORD_HEADER_SIZE, size };
  const raw = await files.read(location, size);
  return { location, raw, next: { file, offset: location.offset + size } };
}
