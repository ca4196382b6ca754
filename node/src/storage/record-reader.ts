import { countTransactions, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { BlockFileError } from './block-file-error.ts';
import { RECORD_HEADER_SIZE, type BlockFiles, type BlockLocation, type FilePosition } from './block-files.ts';

/** One record as it stands in a block file. */
export interface BlockRecord {
  readonly location: BlockLocation;
  readonly raw: Uint8Array;
  /** Where the next record begins, or would. */
  readonly next: FilePosition;
}

/**
 * Walks the records from a position on. A record that the end of the last file cuts off ends the walk (a torn tail);
 * anything else that is no record is damage.
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

/** @returns `undefined` where the end of the last file cuts the record off */
async function readRecord(
  files: BlockFiles,
  { file, offset }: FilePosition,
  fileSize: number,
): Promise<BlockRecord | undefined> {
  const damaged = (problem: string) => new BlockFileError(files.pathOf(file), offset, problem);
  const left = fileSize - offset;
  const isLast = files.sizeOf(file + 1) === undefined;
  const tear = (): undefined => {
    if (isLast && left <= RECORD_HEADER_SIZE + MAX_BLOCK_SIZE) return;
    throw damaged('the record is longer than the file');
  };
  if (left < RECORD_HEADER_SIZE) return tear();
  const size = await files.readRecordHeader({ file, offset });
  if (!isBlockSize(size)) throw damaged(`the record's length ${size} is no block's`);
  if (RECORD_HEADER_SIZE + size > left) return tear();
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
