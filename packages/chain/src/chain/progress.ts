import { countTransactions } from '@cairn/protocol';
import type { Log, Runtime } from '../runtime.ts';
import { RECORD_HEADER_SIZE } from '../storage/block-log.ts';

/** Progress of work over a chain of blocks. */
export interface Progress {
  /** Blocks processed so far, including those that were already present. */
  readonly blocks: number;
  readonly transactions: number;
  /** Of their records. */
  readonly bytes: number;
  /** Bytes to process in all. */
  readonly totalBytes: number;
}

export type ProgressListener = (progress: Progress) => void;

/** @param totalBytes of all records @returns a function to call with the bytes of each block that was processed */
export function countProgress(totalBytes: number, listener: ProgressListener): (blockBytes: number) => void {
  let [blocks, transactions, bytes] = [0, 0, 0];
  return (blockBytes) => {
    blocks += 1;
    transactions += countTransactions(blockBytes);
    bytes += RECORD_HEADER_SIZE + blockBytes;
    listener({ blocks, transactions, bytes, totalBytes });
  };
}

/** Progress as text: the share that is done, the rate, and the remaining time. */
export function describeProgress(
  { blocks, transactions, bytes, totalBytes }: Progress,
  milliseconds: number,
): string {
  const seconds = Math.max(milliseconds, 1) / 1_000;
  const rate = Math.round(transactions / seconds);
  const done = `${blocks} blocks, ${transactions} transactions, ${rate}/s`;
  if (totalBytes <= bytes) return done;
  const left = ((totalBytes - bytes) / bytes) * seconds;
  const time = left < 120 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`;
  return `${((100 * bytes) / totalBytes).toFixed(1)} %: ${done}, ${time} left`;
}

/** Milliseconds between two progress messages. */
const REPORT_INTERVAL_MS = 5_000;

/**
 * Logs how far something is, and, with `end`, what was done.
 * @param words `building core/` and `built core/`
 */
export function reportProgress(
  logger: Log,
  { now }: Pick<Runtime, 'now'>,
  { doing, done }: { readonly doing: string; readonly done: string },
): { onProgress: ProgressListener; end: () => void } {
  const startedAt = now();
  let reportedAt = startedAt;
  let last: Progress | undefined;
  const report = (what: string): void => {
    reportedAt = now();
    if (last) logger.info(`${what}: ${describeProgress(last, reportedAt - startedAt)}`);
  };
  return {
    onProgress: (progress) => {
      last = progress;
      if (now() - reportedAt >= REPORT_INTERVAL_MS) report(doing);
    },
    end: () => report(done),
  };
}
