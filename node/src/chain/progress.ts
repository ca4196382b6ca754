import type { BlockFiles, BlockRecord, FilePosition } from '../storage/block-files.ts';

/** Progress of work over a chain of blocks. */
export interface Progress {
  /** Blocks processed so far, including those that were already present. */
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  /** Bytes to process in all. */
  readonly totalBytes: number;
}

export type ProgressListener = (progress: Progress) => void;

/** Progress as text: the share that is done, the rate, and the remaining time. */
export function describeProgress(
  { blocks, transactions, bytes, totalBytes }: Progress,
  milliseconds: number,
): string {
  const seconds = Math.max(milliseconds, 1) / 1_000;
  const rate = Math.round(transactions / seconds);
  const done = `${blocks} blocks, ${transactions} transactions, ${rate}/s`;
  if (totalBytes <= bytes) return done;
  const left = Math.ceil(((totalBytes - bytes) / bytes) * seconds);
  return `${((100 * bytes) / totalBytes).toFixed(1)} %: ${done}, ${describeSeconds(left)} left`;
}

/** `5 s`, `2 min 5 s`, `1 h 2 min`. */
function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/**
 * Reports the progress of a walk over the records of the block files.
 * @param start where the walk begins; earlier bytes do not count
 * @returns a function to call with each finished record and the number of its transactions
 */
export function trackRecords(
  files: BlockFiles,
  start: FilePosition,
  listener: ProgressListener,
): (record: BlockRecord, transactions: number) => void {
  const totalBytes = files.bytesAfter(start);
  const done = { blocks: 0, transactions: 0 };
  return ({ next }, transactions) => {
    done.blocks += 1;
    done.transactions += transactions;
    listener({ ...done, bytes: totalBytes - files.bytesAfter(next), totalBytes });
  };
}
