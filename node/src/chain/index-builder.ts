import { equalBytes, genesisBlock, HEADER_SIZE, type Network } from '@cairn/protocol';
import { BlockFileError, LevelError } from '../storage/errors.ts';
import { readRecords, type BlockFiles, type BlockRecord, type FilePosition } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import { connectBlock } from './block-entries.ts';
import type { TipWithWork } from './chain-reader.ts';
import { PendingBlocks } from './pending-blocks.ts';
import { trackRecords, type ProgressListener } from './progress.ts';
import { summaryOf } from './stored-chain.ts';
import { TransactionChecker, type LoadedTransactions } from './transaction-checker.ts';
import { applyGenesis, nextBlockContext, validateBlock, type ValidatedBlock } from './block-validation.ts';

/** Validated blocks that may wait to be written: reading, validating and writing overlap. */
const MAX_WAITING_WRITES = 1;

interface IndexBuildOptions {
  readonly files: BlockFiles;
  readonly network: Network;
  /** End of the last record that the index already contains. */
  readonly start: FilePosition;
  /** True to check once more the fields and signatures of transfers, which were validated when the blocks arrived. */
  readonly validateTransfers: boolean;
  readonly onProgress: ProgressListener;
  /** Ends the build between two blocks. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds an index from the block files: writes each block while the next block is validated. The writes are not synced.
 * @returns the end of the last record
 * @throws BlockFileError for a damaged record, or a block that does not continue the chain; LevelError for a damaged
 * index; StorageWriteError; the signal's reason
 */
export async function buildIndex(core: CoreStore, options: IndexBuildOptions): Promise<FilePosition> {
  const { files, start, onProgress, signal } = options;
  const validator = new RecordValidator(core, options);
  const track = trackRecords(files, start, onProgress);
  let end = start;
  const writes: Promise<void>[] = [];
  const write = async (
    { location }: BlockRecord,
    block: ValidatedBlock,
    before?: Promise<void>,
  ): Promise<void> => {
    const batch = await core.compose((writer) => connectBlock(writer, block, location));
    try {
      await before;
    } catch (error) {
      await batch.drop(); // the block below could not be written, so this block must not be written
      throw error;
    }
    await batch.write({ sync: false });
    await validator.forget(block);
  };
  try {
    for await (const { record, loaded } of loadAhead(readRecords(files, start, signal), validator)) {
      const block = await validator.validate(record, loaded);
      if (writes.length > MAX_WAITING_WRITES) await writes.shift();
      const writing = write(record, block, writes.at(-1));
      writing.catch(() => undefined); // awaited before another block, or below
      writes.push(writing);
      track(record, block.transactions.count);
      end = record.next;
    }
  } finally {
    await Promise.all(writes).finally(() => validator.close());
  }
  return end;
}

/** Validates the records of the block files in order, on top of the index and of pending writes to it. */
class RecordValidator {
  readonly #core: CoreStore;
  readonly #options: IndexBuildOptions;
  readonly #checker: TransactionChecker;
  readonly #pending = new PendingBlocks();

  constructor(core: CoreStore, options: IndexBuildOptions) {
    this.#core = core;
    this.#options = options;
    this.#checker = new TransactionChecker(options.network);
  }

  /** Starts to hash a block while the one before it is validated. */
  load({ raw }: BlockRecord): LoadedTransactions {
    const loaded = this.#checker.load(raw.subarray(HEADER_SIZE));
    loaded.digest().catch(() => undefined); // awaited when the block is validated
    return loaded;
  }

  /** Validates a record, whose block has to continue the block before it. @throws BlockFileError, LevelError */
  async validate({ raw, location }: BlockRecord, loaded: LoadedTransactions): Promise<ValidatedBlock> {
    const parent = this.#pending.tip() ?? this.#core.tip();
    try {
      const block = await (parent === undefined
        ? validateGenesis(raw, this.#options.network)
        : this.#validate(raw, parent, loaded));
      this.#pending.add(block);
      return block;
    } catch (error) {
      if (error instanceof LevelError) throw error; // the index is damaged, not the record
      const expected = parent === undefined ? 0 : parent.height + 1;
      const problem = `it does not hold block ${expected}: ${(error as Error).message}`;
      throw new BlockFileError(this.#options.files.pathOf(location.file), location.offset, problem);
    }
  }

  /** Call once the block is in the index. */
  async forget(block: ValidatedBlock): Promise<void> {
    await this.#pending.remove(block);
  }

  async close(): Promise<void> {
    await this.#checker.close();
  }

  #validate(raw: Uint8Array, parent: TipWithWork, loaded: LoadedTransactions): Promise<ValidatedBlock> {
    const timestampAt = (height: number): number => {
      const pending = this.#pending.at(height);
      return (pending ?? summaryOf(height, this.#core.block(height)!)).header.timestamp;
    };
    return validateBlock(raw, {
      header: nextBlockContext(this.#options.network, parent, timestampAt),
      parentWork: parent.work,
      lookup: (address) => this.#pending.account(address) ?? this.#core.account(address),
      checker: this.#checker,
      loaded,
      validateTransfers: this.#options.validateTransfers,
    });
  }
}

async function validateGenesis(raw: Uint8Array, network: Network): Promise<ValidatedBlock> {
  if (equalBytes(raw, genesisBlock(network))) return applyGenesis(raw);
  throw new Error(`not the genesis block of ${network.name}`);
}

interface LoadedRecord {
  readonly record: BlockRecord;
  readonly loaded: LoadedTransactions;
}

/** Reads each record, and starts to hash it, while the one before it is validated. */
async function* loadAhead(
  records: AsyncIterable<BlockRecord>,
  validator: RecordValidator,
): AsyncGenerator<LoadedRecord> {
  const iterator = records[Symbol.asyncIterator]();
  const readNext = (): Promise<LoadedRecord | undefined> => {
    const reading = iterator.next().then(({ done, value }) => {
      return done === true ? undefined : { record: value, loaded: validator.load(value) };
    });
    reading.catch(() => undefined); // awaited once the record before it is validated
    return reading;
  };
  let next = readNext();
  try {
    for (let current = await next; current !== undefined; current = await next) {
      next = readNext();
      yield current;
    }
  } finally {
    const unused = await next.catch(() => undefined); // the error of `next`, or an earlier error, was thrown above
    unused?.loaded.release();
    await iterator.return?.();
  }
}
