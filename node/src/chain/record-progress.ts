import type { BlockFiles, FilePosition } from '../storage/block-files.ts';
import type { BlockRecord } from '../storage/record-reader.ts';
import type { ProgressListener } from './progress.ts';

/**
 * Tells a listener how far a walk over the records of the block files has come.
 * @param start where the walk begins: what lies before it does not count
 * @returns to be called with each record that is done, and its transactions
 */
export function trackRecords(
  files: BlockFiles,
  start: FilePosition,
  listener: ProgressListener,
): (record: BlockRecord, transactions: number) => void {
  const before = bytesBefore(start, files);
  const totalBytes = files.totalSize - before;
  const done = { blocks: 0, transactions: 0 };
  return ({ next }, transactions) => {
    done.blocks += 1;
    done.transactions += transactions;
    listener({ ...done, bytes: bytesBefore(next, files) - before, totalBytes });
  };
}

function bytesBefore({ file, offset }: FilePosition, files: BlockFiles): number {
  let bytes = offset;
  for (let earlier = 0; earlier < file; earlier += 1) bytes += files.sizeOf(earlier) ?? 0;
  return bytes;
}
