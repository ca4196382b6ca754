import {
  ConsensusError,
  equalBytes,
  genesisBlock,
  HeaderChain,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import { FILES_START, type BlockFiles, type BlockRecord, type FilePosition } from '../storage/block-files.ts';
import type { CoreIndex } from '../storage/core-index.ts';
import { BlockFileError } from '../storage/errors.ts';
import { BlockBatch } from './block-batch.ts';
import {
  applyBlock,
  applyGenesis,
  checkTransactions,
  checkTransfers,
  receiveBlock,
  type CheckedBlock,
} from './block-validation.ts';
import { checkpointAt } from './chain-store.ts';
import { countProgress, type ProgressListener } from './progress.ts';
import type { TransactionChecker } from './transaction-checker.ts';

interface IndexBuildOptions {
  readonly files: BlockFiles;
  readonly network: Network;
  readonly checker: TransactionChecker;
  /** True to check once more the fields and signatures of transfers, which were validated when the blocks arrived. */
  readonly signatures: boolean;
  readonly onProgress: ProgressListener;
  /** Ends the build between two blocks. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Adds to an index the blocks that the block files hold after its tip, with every rule of PROTOCOL.md section 5; an empty index begins
 * with the genesis block. Each record is read and checked while the one before it is applied.
 * @returns the end of the last record
 * @throws after the blocks before it were added: BlockFileError for a damaged record, or a block that does not continue the chain;
 * LevelError; StorageWriteError; the signal's reason
 */
export async function buildIndex(index: CoreIndex, options: IndexBuildOptions): Promise<FilePosition> {
  const { files, network, checker, signatures, onProgress, signal } = options;
  if (index.head.tip() === undefined) await addGenesis(index, files, network);
  const builder = new IndexBuilder(index, network);
  let end = index.head.end();
  const records = files.records(end, signal);
  const count = countProgress(files.bytesAfter(end), onProgress);
  const check = async (raw: Uint8Array) => {
    const block = await checkTransactions(receiveBlock(raw), checker);
    if (signatures) await checkTransfers(block, checker);
    return block;
  };
  const readNext = async () => {
    const { value: record } = (await records.next()) as { value?: BlockRecord };
    if (record === undefined) return undefined;
    const checking = check(record.raw);
    checking.catch(() => undefined); // awaited below
    return { ...record, checking };
  };
  try {
    for (let record = await readNext(); record !== undefined;) {
      const reading = readNext();
      reading.catch(() => undefined); // awaited once this record is in the index
      await builder.add(record, record.checking).catch((error: unknown) => {
        if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error; // not the record's fault
        const problem = `it does not hold block ${builder.nextHeight}: ${error.message}`;
        throw new BlockFileError(files.pathOf(record!.location.file), record!.location.offset, problem);
      });
      end = record.next;
      count(record.raw.length);
      record = await reading;
    }
  } finally {
    await builder.finish();
  }
  return end;
}

async function addGenesis(index: CoreIndex, files: BlockFiles, network: Network): Promise<void> {
  const genesis = await applyGenesis(genesisBlock(network));
  const { value: record } = (await files.records(FILES_START).next()) as { value?: BlockRecord };
  if (record === undefined || !equalBytes(record.raw, genesis.raw)) {
    const problem = `it does not begin with the genesis block of ${network.name}`;
    throw new BlockFileError(files.pathOf(0), 0, problem);
  }
  await index.connect([[genesis, record.location]], genesis);
}

/** Applies blocks on top of an index and writes them in batches: a batch is filled while the one before it is written. */
class IndexBuilder {
  readonly #index: CoreIndex;
  readonly #headers: HeaderChain;
  /** The newest block that was added. */
  #tip: { readonly height: number; readonly work: bigint };
  #batch: BlockBatch;
  /** Of the blocks of the batch. */
  #locations: BlockRecord['location'][] = [];
  /** The batch before is written. */
  #written: Promise<void> = Promise.resolve();

  constructor(index: CoreIndex, network: Network) {
    this.#index = index;
    this.#tip = index.head.tip()!;
    this.#batch = new BlockBatch(index.head);
    this.#headers = new HeaderChain(network, checkpointAt(index.head, this.#tip.height));
  }

  get nextHeight(): number {
    return this.#tip.height + 1;
  }

  /** Adds a block, which has to continue the newest one. @throws ConsensusError, ProtocolError, StorageWriteError */
  async add({ raw, location }: BlockRecord, checking: Promise<CheckedBlock>): Promise<void> {
    this.#headers.add(raw);
    const block = await applyBlock(await checking, this.#batch, this.#tip.work);
    this.#batch.add(block);
    this.#locations.push(location);
    this.#tip = { height: block.header.height, work: block.work };
    if (this.#batch.isFull) await this.#flush();
  }

  /** Writes all blocks. @throws StorageWriteError */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#written;
  }

  /** Begins to write the batch, after the one before, and begins the next one on top of it. */
  async #flush(): Promise<void> {
    await this.#written;
    const batch = this.#batch;
    if (batch.newest === undefined) return;
    const rows = batch.blocks.map((block, position) => [block, this.#locations[position]!] as const);
    const next = new BlockBatch(batch);
    this.#batch = next;
    this.#locations = [];
    this.#written = this.#index.connect(rows, batch).then(() => next.rebase(this.#index.head));
    this.#written.catch(() => undefined); // awaited by the next call
  }
}
