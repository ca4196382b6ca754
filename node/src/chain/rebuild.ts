import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFileError } from '../storage/block-file-error.ts';
import type { BlockFiles, FilePosition } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import type { TipEntry } from '../storage/layout.ts';
import { readRecords } from '../storage/record-reader.ts';
import { describeProgress, type Progress, type ProgressListener } from './progress.ts';
import { indexRecords, RecordJudge } from './record-judge.ts';
import { trackRecords } from './record-progress.ts';

/** Milliseconds between two lines of progress. */
const REPORT_INTERVAL = 5_000;

export interface RebuildOptions {
  readonly files: BlockFiles;
  /** Height of the last commit, where it is known. */
  readonly committedHeight: number | undefined;
  readonly network: Network;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
}

/**
 * Fills `core/` from the block files, from where its tip is on, and drops a torn record at their end. The blocks were
 * validated when they came: here they have to be whole and to fit on one another. What a crash loses is made again.
 * @throws BlockFileError when a record is damaged, does not fit, or more than the newest committed block is missing; the
 *   signal's reason when it is aborted
 */
export async function rebuildCore(core: CoreStore, options: RebuildOptions): Promise<void> {
  const { files, network, logger, signal } = options;
  const start = endOfTip(core.tip());
  const report = reportTo(logger);
  const tracked = trackRecords(files, start, report.listen);
  const judge = new RecordJudge(core, { files, network, judgeTransfers: false });
  try {
    const end = await indexRecords(core, judge, readRecords(files, start, signal), tracked);
    await finish(core, end ?? start, options);
  } finally {
    await judge.close();
  }
  report.finish();
}

async function finish(core: CoreStore, end: FilePosition, options: RebuildOptions): Promise<void> {
  acceptEnd(core.tip(), end, options);
  await options.files.truncate(end);
  await core.commit((writer) => writer.setRebuilding(false));
}

function endOfTip(tip: TipEntry | undefined): FilePosition {
  return tip === undefined ? { file: 0, offset: 0 } : { file: tip.endFile, offset: tip.endOffset };
}

/** The newest committed block can be lost to a torn tail; if more is missing, the files are not what they were. */
function acceptEnd(
  tip: TipEntry | undefined,
  end: FilePosition,
  { files, committedHeight, logger }: RebuildOptions,
): void {
  const height = tip?.height ?? -1;
  if (committedHeight === undefined || committedHeight <= height) return;
  if (committedHeight > height + 1) {
    const problem = `block ${height + 1} to block ${committedHeight}, which were committed, are missing`;
    throw new BlockFileError(files.pathOf(end.file), end.offset, problem);
  }
  logger.warn(`block ${committedHeight} is cut off at the end of ${files.pathOf(end.file)} and was dropped`);
}

/** Says every few seconds how far a rebuild is, how fast, and how long it will take. */
function reportTo(logger: Logger): { listen: ProgressListener; finish: () => void } {
  const began = performance.now();
  let reported = began;
  let last: Progress | undefined;
  const wording = (progress: Progress): string => describeProgress(progress, performance.now() - began);
  return {
    listen: (progress) => {
      last = progress;
      if (performance.now() - reported < REPORT_INTERVAL) return;
      reported = performance.now();
      logger.info(`rebuilding the index: ${wording(progress)}`);
    },
    finish: () => {
      if (last !== undefined) logger.info(`rebuilt the index: ${wording(last)}`);
    },
  };
}
