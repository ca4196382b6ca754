import {
  ConsensusError,
  countTransactions,
  equalBytes,
  genesisBlock,
  HeaderChain,
  MEDIAN_TIME_SPAN,
  type HeaderCheckpoint,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import { readRecords, type BlockFiles, type BlockRecord, type FilePosition } from '../storage/block-files.ts';
import type { CoreIndex } from '../storage/core-index.ts';
import { BlockFileError, LevelError, StorageWriteError } from '../storage/errors.ts';
import { BlockBatch } from './block-batch.ts';
import {
  applyBlock,
  applyGenesis,
  checkTransactions,
  receiveBlock,
  type CheckedBlock,
  type ValidatedBlock,
} from './block-validation.ts';
import { summaryOf } from './chain-store.ts';
import { trackRecords, type ProgressListener } from './progress.ts';
import type { TransactionChecker } from './transaction-checker.ts';

/** Blocks that are written together. */
const BATCH_LIMITS = { blocks: 1_000, bytes: 16 * 1024 * 1024 };

interface IndexBuildOptions {
  readonly files: BlockFiles;
  readonly network: Network;
  readonly checker: TransactionChecker;
  /** End of the last record that the index already contains. */
  readonly start: FilePosition;
  /** True to check once more the fields and signatures of transfers, which were validated when the blocks arrived. */
  readonly signatures: boolean;
  readonly onProgress: ProgressListener;
  /** Ends the build between two blocks. */
  readonly signal?: AbortSignal | undefined;
}

/** A record and its block, which is being checked. */
interface LoadedRecord {
  readonly record: BlockRecord;
  readonly checking: Promise<CheckedBlock>;
}

/**
 * Adds to an index the blocks that the block files hold after its tip, with every rule of PROTOCOL.md section 5. Each record is read
 * and checked while the one before it is applied.
 * @returns the end of the last record
 * @throws after the blocks before it were added: BlockFileError for a damaged record, or a block that does not continue the chain; LevelError; StorageWriteError; the
 * signal's reason
 */
export async function buildIndex(index: CoreIndex, options: IndexBuildOptions): Promise<FilePosition> {
  const { files, network, checker, start, signatures, onProgress, signal } = options;
  const builder = new IndexBuilder(index, network);
  const track = trackRecords(files, start, onProgress);
  const records = readRecords(files, start, signal);
  const loadNext = async (): Promise<LoadedRecord | undefined> => {
    const { done, value: record } = await records.next();
    if (done === true) return undefined;
    const checking = (async () => checkTransactions(receiveBlock(record.raw), checker, { signatures }))();
    checking.catch(() => undefined); // awaited below
    return { record, checking };
  };
  let end = start;
  try {
    for (let current = await loadNext(); current !== undefined;) {
      const loadingNext = loadNext();
      loadingNext.catch(() => undefined); // awaited once this record is in the index
      await builder.add(current, files);
      track(current.record, countTransactions(current.record.raw.length));
      end = current.record.next;
      current = await loadingNext;
    }
  } catch (error) {
    if (!(error instanceof StorageWriteError || error instanceof LevelError)) await builder.flush();
    throw error;
  }
  await builder.flush();
  return end;
}

/** Applies blocks on top of an index and writes them in batches. */
class IndexBuilder {
  readonly #index: CoreIndex;
  readonly #network: Network;
  /** `undefined` before the genesis block. */
  #headers: HeaderChain | undefined;
  #batch: BlockBatch;
  /** Of the blocks of the batch. */
  #locations: BlockRecord['location'][] = [];

  constructor(index: CoreIndex, network: Network) {
    const tip = index.head.tip();
    this.#index = index;
    this.#network = network;
    this.#batch = new BlockBatch(index.head, BATCH_LIMITS);
    this.#headers = tip && new HeaderChain(network, checkpointAt(index, tip.height));
  }

  /** Validates a record's block, which has to continue the newest one. @throws as `buildIndex` */
  async add({ record: { raw, location }, checking }: LoadedRecord, files: BlockFiles): Promise<void> {
    const block = await this.#validate(raw, checking).catch((error: unknown) => {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error; // not the record's fault
      const height = (this.#tip?.height ?? -1) + 1;
      const problem = `it does not hold block ${height}: ${error.message}`;
      throw new BlockFileError(files.pathOf(location.file), location.offset, problem);
    });
    this.#batch.add(block);
    this.#locations.push(location);
    if (this.#batch.isFull) await this.flush();
  }

  async flush(): Promise<void> {
    const { blocks } = this.#batch;
    const rows = blocks.map((block, position) => [block, this.#locations[position]!] as const);
    if (rows.length > 0) await this.#index.connect(rows);
    this.#batch = new BlockBatch(this.#index.head, BATCH_LIMITS);
    this.#locations = [];
  }

  /** The newest block that was added. */
  get #tip(): { readonly height: number; readonly work: bigint } | undefined {
    const { newest } = this.#batch;
    return newest === undefined
      ? this.#index.head.tip()
      : { height: newest.header.height, work: newest.work };
  }

  async #validate(raw: Uint8Array, checking: Promise<CheckedBlock>): Promise<ValidatedBlock> {
    if (this.#headers === undefined) {
      if (!equalBytes(raw, genesisBlock(this.#network)))
        throw new ConsensusError('bad_previous_block', `not the genesis block of ${this.#network.name}`);
      this.#headers = HeaderChain.fromGenesis(this.#network);
      return applyGenesis(raw);
    }
    this.#headers.add(raw);
    return applyBlock(await checking, this.#batch.accounts, this.#tip!.work);
  }
}

/** The state of a header chain at a block of an index. */
function checkpointAt(index: CoreIndex, height: number): HeaderCheckpoint {
  const summary = (at: number) => summaryOf(index.head.block(at)!);
  const first = Math.max(0, height - MEDIAN_TIME_SPAN + 1);
  return {
    height,
    id: summary(height).id,
    timestamps: Array.from({ length: height - first + 1 }, (_, at) => summary(first + at).header.timestamp),
    anchorTimestamp: height === 0 ? undefined : summary(1).header.timestamp,
  };
}
