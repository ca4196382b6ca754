import { equalBytes, genesisBlock, type Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFileError } from '../storage/block-file-error.ts';
import type { BlockFiles, FilePosition } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import type { TipEntry } from '../storage/layout.ts';
import { readRecords, type BlockRecord } from '../storage/record-reader.ts';
import { connectBlock } from './block-entries.ts';
import type { ChainTip } from './chain-reader.ts';
import { nextBlockContext } from './next-block.ts';
import { Prospects } from './prospects.ts';
import { summaryOf } from './stored-blocks.ts';
import { createTransactionChecker, type TransactionChecker } from './transaction-checker.ts';
import { applyGenesis, validateBlock, type ValidatedBlock } from './validated-block.ts';

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
 * Fills `core/` from the block files, from where its tip is on, and drops a torn record at their end. A block is written
 * while the next one is judged. The batches are not synced one by one: what a crash loses is made again.
 * @throws BlockFileError when a record is damaged, does not fit, or more than the newest committed block is missing
 */
export async function rebuildCore(core: CoreStore, options: RebuildOptions): Promise<void> {
  const { files, logger } = options;
  const progress = startProgress(core.tip(), files, logger);
  const judge = new RecordJudge(core, options);
  const end = endOfTip(core.tip());
  try {
    const reached = await indexRecords(core, judge, readRecords(files, end), (record, transactions) =>
      progress.add(record, transactions),
    );
    await finish(core, reached ?? end, options);
  } finally {
    await judge.close();
  }
  progress.finish();
}

/** @returns where the records end; `undefined` when there were none */
async function indexRecords(
  core: CoreStore,
  judge: RecordJudge,
  records: AsyncIterable<BlockRecord>,
  onIndexed: (record: BlockRecord, transactions: number) => void,
): Promise<FilePosition | undefined> {
  let end: FilePosition | undefined;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const record of records) {
      const block = await judge.judge(record);
      await writing;
      writing = core
        .commit((writer) => connectBlock(writer, block, record.location), { sync: false })
        .then(() => judge.forget(block));
      writing.catch(() => undefined); // awaited before the next block, and below
      onIndexed(record, block.transactions.length);
      end = record.next;
    }
  } finally {
    await writing;
  }
  return end;
}

async function finish(core: CoreStore, end: FilePosition, options: RebuildOptions): Promise<void> {
  acceptEnd(core.tip(), end, options);
  await options.files.truncate(end);
  await core.commit((writer) => writer.setRebuilding(false));
}

function endOfTip(tip: TipEntry | undefined): FilePosition {
  return tip === undefined ? { file: 0, offset: 0 } : { file: tip.endFile, offset: tip.endOffset };
}

/** Judges the records of the block files one after another, on top of the index and of what is being written to it. */
class RecordJudge {
  readonly #core: CoreStore;
  readonly #files: BlockFiles;
  readonly #network: Network;
  readonly #checker: TransactionChecker;
  readonly #prospects = new Prospects();

  constructor(core: CoreStore, { files, network }: RebuildOptions) {
    this.#core = core;
    this.#files = files;
    this.#network = network;
    this.#checker = createTransactionChecker(network);
  }

  /** The block was validated when it came; here it has to be whole and to fit on the one before. */
  async judge({ raw, location }: BlockRecord): Promise<ValidatedBlock> {
    const parent = this.#prospects.tip() ?? this.#core.tip();
    try {
      const block = await (parent === undefined
        ? judgeGenesis(raw, this.#network)
        : this.#validate(raw, parent));
      this.#prospects.add(block);
      return block;
    } catch (error) {
      const expected = parent === undefined ? 0 : parent.height + 1;
      const problem = `it does not hold block ${expected}: ${(error as Error).message}`;
      throw new BlockFileError(this.#files.pathOf(location.file), location.offset, problem);
    }
  }

  /** The block stands in the index. */
  forget(block: ValidatedBlock): void {
    this.#prospects.remove(block);
  }

  async close(): Promise<void> {
    await this.#checker.close();
  }

  #validate(raw: Uint8Array, parent: ChainTip): Promise<ValidatedBlock> {
    const timestampAt = (height: number): number => {
      const prospect = this.#prospects.at(height);
      return (prospect ?? summaryOf(height, this.#core.block(height)!)).header.timestamp;
    };
    return validateBlock(raw, {
      header: nextBlockContext(this.#network, parent, timestampAt),
      lookup: (address) => this.#prospects.account(address) ?? this.#core.account(address),
      checker: this.#checker,
      judgeTransfers: false,
    });
  }
}

async function judgeGenesis(raw: Uint8Array, network: Network): Promise<ValidatedBlock> {
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
