import { equalBytes, genesisBlock, type Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFileError } from '../storage/block-file-error.ts';
import type { BlockFiles, FilePosition } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import type { TipEntry } from '../storage/layout.ts';
import { readRecords, type BlockRecord } from '../storage/record-reader.ts';
import { connectBlock } from './block-entries.ts';
import { nextBlockContext } from './next-block.ts';
import { summaryOf } from './stored-blocks.ts';
import { applyGenesis, revalidateBlock, type ValidatedBlock } from './validated-block.ts';

/** Milliseconds between two lines of progress. */
const REPORT_INTERVAL = 5_000;

export interface RebuildOptions {
  readonly files: BlockFiles;
  /** Height of the last commit, where it is known. */
  readonly committedHeight: number | undefined;
  readonly network: Network;
  readonly logger: Logger;
}

/**
 * Fills `core/` from the block files, from where its tip is on, and drops a torn record at their end. The batches are
 * not synced one by one: what a crash loses is made again.
 * @throws BlockFileError when a record is damaged, does not fit, or more than the newest committed block is missing
 */
export async function rebuildCore(core: CoreStore, options: RebuildOptions): Promise<void> {
  const { files, network, logger } = options;
  const progress = startProgress(core.tip(), files, logger);
  let end = endOfTip(core.tip());
  for await (const record of readRecords(files, end)) {
    const block = judge(record, core, files, network);
    await core.commit(
      (writer) => connectBlock(writer, block, record.location, (address) => core.account(address)),
      { sync: false },
    );
    end = record.next;
    progress.add(record, block.transactions.length);
  }
  acceptEnd(core.tip(), end, options);
  await files.truncate(end);
  await core.commit((writer) => writer.setRebuilding(false));
  progress.finish();
}

function endOfTip(tip: TipEntry | undefined): FilePosition {
  return tip === undefined ? { file: 0, offset: 0 } : { file: tip.endFile, offset: tip.endOffset };
}

/** The block was validated when it came; here it has to be whole and to fit on the one before. */
function judge(record: BlockRecord, core: CoreStore, files: BlockFiles, network: Network): ValidatedBlock {
  const { file, offset } = record.location;
  const tip = core.tip();
  try {
    if (tip === undefined) return judgeGenesis(record.raw, network);
    const timestampAt = (height: number): number => summaryOf(height, core.block(height)!).header.timestamp;
    const context = nextBlockContext(network, tip, timestampAt);
    return revalidateBlock(record.raw, context, (address) => core.account(address));
  } catch (error) {
    const expected = tip === undefined ? 0 : tip.height + 1;
    const problem = `it does not hold block ${expected}: ${(error as Error).message}`;
    throw new BlockFileError(files.pathOf(file), offset, problem);
  }
}

function judgeGenesis(raw: Uint8Array, network: Network): ValidatedBlock {
  if (equalBytes(raw, genesisBlock(network))) return applyGenesis(raw);
  throw new Error(`not the genesis block of ${network.name}`);
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

/** Says how far a rebuild is, how fast, and how long it will take. */
function startProgress(tip: TipEntry | undefined, files: BlockFiles, logger: Logger) {
  const started = Date.now();
  const total = files.totalSize;
  let done = tip === undefined ? 0 : bytesBefore(endOfTip(tip), files);
  const before = done;
  let reported = started;
  let blocks = 0;
  let transactions = 0;
  const rate = (): string =>
    `${blocks} blocks, ${Math.round(transactions / Math.max(0.001, (Date.now() - started) / 1_000))} transactions/s`;
  return {
    add({ next }: BlockRecord, count: number): void {
      blocks += 1;
      transactions += count;
      done = bytesBefore(next, files);
      if (Date.now() - reported < REPORT_INTERVAL) return;
      reported = Date.now();
      const left = Math.ceil((((total - done) / (done - before)) * (reported - started)) / 1_000);
      const percent = ((100 * done) / total).toFixed(1);
      logger.info(`rebuilding the index: ${percent} %, ${rate()}, about ${left} s left`);
    },
    finish(): void {
      if (blocks > 0) logger.info(`rebuilt the index: ${rate()}`);
    },
  };
}

function bytesBefore({ file, offset }: FilePosition, files: BlockFiles): number {
  let bytes = offset;
  for (let earlier = 0; earlier < file; earlier += 1) bytes += files.sizeOf(earlier) ?? 0;
  return bytes;
}
