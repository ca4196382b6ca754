import { genesisBlock, type AddressCheck, type HeaderContext, type Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFiles, type FilePosition } from '../storage/block-files.ts';
import { CommitMark } from '../storage/commit-mark.ts';
import type { CoreWriter } from '../storage/core-writer.ts';
import type { DataDirectory } from '../storage/data-directory.ts';
import type { BlockEntry } from '../storage/layout.ts';
import { StorageWriteError } from '../storage/storage-write-error.ts';
import { rememberingAddressCheck } from './address-memory.ts';
import { connectBlock, disconnectBlock, endOf, type SteppedBlock } from './block-entries.ts';
import { ChainError } from './chain-error.ts';
import type { StepListener } from './commit-step.ts';
import type { ChainEvent, ChainReader, ChainTip, StoredBlockSummary } from './chain-reader.ts';
import { nextBlockContext } from './next-block.ts';
import { openConsistentCore } from './recovery.ts';
import { createSignatureVerifier, type SignatureVerifier } from './signature-verifier.ts';
import { locationOf, readDecodedBlock, summaryOf } from './stored-blocks.ts';
import { StoredChain, type ChainStores } from './stored-chain.ts';
import { applyGenesis, validateBlock, type ValidatedBlock } from './validated-block.ts';

export interface ChainOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly logger: Logger;
  /** Unix seconds now; judges blocks from the future. */
  readonly clock: () => number;
  /** Size past which a new block file begins; for tests. */
  readonly maxBlockFileSize?: number;
  /** Hears of every step of a commit; for tests that end the process there. */
  readonly onCommitStep?: StepListener;
}

/** How a block reached the chain. */
export interface AppendOptions {
  /** False for a block that was accepted before: its timestamp is not held against the clock again. */
  readonly checkClock?: boolean;
}

/**
 * The canonical chain: validates blocks, commits them in the order of PROTOCOL.md section 6, and answers every question
 * about what is confirmed. Appends and steps back run one after another.
 */
export class Chain extends StoredChain implements ChainReader {
  readonly #mark: CommitMark;
  readonly #clock: () => number;
  readonly #onStep: StepListener;
  readonly #verifier: SignatureVerifier;
  readonly #isAddress: AddressCheck = rememberingAddressCheck();
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  #queue: Promise<unknown> = Promise.resolve();
  /** Why nothing more is written until the chain is opened again. */
  #broken: Error | undefined;
  #closed = false;

  private constructor(
    stores: ChainStores,
    mark: CommitMark,
    { clock, onCommitStep = () => undefined }: ChainOptions,
  ) {
    super(stores);
    this.#mark = mark;
    this.#clock = clock;
    this.#onStep = onCommitStep;
    this.#verifier = createSignatureVerifier(stores.network);
  }

  /**
   * Opens the chain of a data directory and recovers what an interrupted process left.
   * @throws BlockFileError when the block files are damaged, LevelError when `core/` cannot be used
   */
  static async open(options: ChainOptions): Promise<Chain> {
    const { dataDirectory, network, logger } = options;
    const files = await BlockFiles.open(dataDirectory.blocks, network, options.maxBlockFileSize);
    const mark = await CommitMark.open(dataDirectory.commitMark);
    try {
      const core = await openConsistentCore({ path: dataDirectory.core, files, mark, network, logger });
      return new Chain({ network, files, core, logger }, mark, options);
    } catch (error) {
      await mark.close();
      await files.close();
      throw error;
    }
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Stores the network's genesis block in an empty chain.
   * @throws ChainError `already_initialized`, ProtocolError `network_not_initializable`, StorageWriteError
   */
  initializeGenesis(): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      if (this.currentTip !== undefined) {
        throw new ChainError('already_initialized', 'the chain has its genesis block');
      }
      return this.#commit(applyGenesis(genesisBlock(this.network)));
    });
  }

  /**
   * Validates a block on top of the tip and commits it; resolves once it is on the disk.
   * @param raw the block's canonical bytes
   * @throws ProtocolError when they are no block, ConsensusError when a rule is broken, StorageWriteError when the disk
   *   does not take it: the tip stays in each case
   */
  appendBlock(raw: Uint8Array, { checkClock = true }: AppendOptions = {}): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      const header = this.#nextBlockContext();
      const block = await validateBlock(raw, {
        header: checkClock ? { ...header, now: this.#clock() } : header,
        lookup: (address) => this.core.account(address),
        verifier: this.#verifier,
        isAddress: this.#isAddress,
      });
      return this.#commit(block);
    });
  }

  /**
   * Takes the newest block off again, in every store.
   * @throws ChainError `genesis_cannot_step_back`, BlockFileError, StorageWriteError
   */
  stepBack(): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      const { height, id } = this.#requireTip();
      if (height === 0) throw new ChainError('genesis_cannot_step_back', 'the genesis block stays');
      const entry = this.#requireEntry(height);
      const { raw, ...contents } = await readDecodedBlock(this.files, entry);
      const undo = this.core.undo(height);
      if (undo === undefined) throw new ChainError('broken', `block ${height} has no undo record`);
      const end = await this.#disconnect({ height, id, undo, ...contents });
      const block = summaryOf(height, entry);
      this.#tell({ type: 'disconnected', block, raw });
      await this.files.truncate(end);
      return block;
    });
  }

  /** What the next block is judged against, and what a miner builds on. @throws ChainError `not_initialized` */
  nextBlockRules(): { parent: ChainTip; bits: number; lastTimestamps: number[] } {
    const { parent, bits, lastTimestamps } = this.#nextBlockContext();
    return { parent, bits, lastTimestamps: [...lastTimestamps] };
  }

  /** Waits for what is under way, then closes the stores. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue;
    await this.#verifier.close();
    await this.core.close();
    await this.#mark.close();
    await this.files.close();
  }

  #requireTip(): ChainTip {
    if (this.currentTip === undefined) {
      throw new ChainError('not_initialized', 'the chain has no genesis block');
    }
    return this.currentTip;
  }

  #requireEntry(height: number): BlockEntry {
    const entry = this.core.block(height);
    if (entry === undefined) throw new ChainError('broken', `the index has no block ${height}`);
    return entry;
  }

  #nextBlockContext(): HeaderContext {
    const timestampAt = (height: number): number =>
      summaryOf(height, this.#requireEntry(height)).header.timestamp;
    return nextBlockContext(this.network, this.#requireTip(), timestampAt);
  }

  /** Block file first, then one synced batch with every entry and the tip (PROTOCOL.md section 6). */
  async #commit(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const { height } = block.header;
    await this.#dropUncommitted();
    this.#onStep('begun', height);
    const location = await this.files.append(block.raw);
    this.#onStep('appended', height);
    await this.#writeIndex((writer) =>
      connectBlock(writer, block, location, (address) => this.core.account(address)),
    );
    this.#onStep('indexed', height);
    this.currentTip = { height, id: block.id };
    await this.#markCommit(height);
    this.#onStep('marked', height);
    const summary = summaryOf(height, this.#requireEntry(height));
    this.#tell({ type: 'connected', block: summary, raw: block.raw });
    return summary;
  }

  /** What an append that failed half-way left in the block files. */
  async #dropUncommitted(): Promise<void> {
    const end = this.currentTip && endOf(locationOf(this.#requireEntry(this.currentTip.height)));
    await this.files.truncate(end ?? { file: 0, offset: 0 });
  }

  /** @returns where the block files end without the block */
  async #disconnect(block: SteppedBlock): Promise<FilePosition> {
    const entry = this.#requireEntry(block.height - 1);
    const previous = { height: block.height - 1, id: entry.id };
    const end = endOf(locationOf(entry));
    await this.#mark.write(previous.height);
    this.currentTip = previous; // before the entries go, so that nobody is led to them
    try {
      await this.#writeIndex((writer) => disconnectBlock(writer, block, previous, end));
    } catch (error) {
      this.currentTip = { height: block.height, id: block.id };
      throw error;
    }
    return end;
  }

  /** After a failure it is open what LevelDB holds: writing ends until the chain is opened again and looks. */
  async #writeIndex(compose: (writer: CoreWriter) => void): Promise<void> {
    try {
      await this.core.commit(compose);
    } catch (error) {
      if (error instanceof StorageWriteError) this.#broken = error;
      throw error;
    }
  }

  /** The block is committed already; without its mark a later loss of the index's end is only harder to notice. */
  async #markCommit(height: number): Promise<void> {
    try {
      await this.#mark.write(height);
    } catch (error) {
      this.logger.warn({ err: error, height }, 'the height of the last commit could not be noted');
    }
  }

  #tell(event: ChainEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        // The block is committed whatever a listener makes of it.
        this.logger.error({ err: error, height: event.block.height }, 'a follower of the chain failed');
      }
    }
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new ChainError('closed', 'the chain is closed'));
    const run = this.#queue.then(() => {
      if (this.#broken === undefined) return work();
      const problem = `no block is written until the node is started again: ${this.#broken.message}`;
      throw new ChainError('broken', problem, { cause: this.#broken });
    });
    this.#queue = run.catch(() => undefined); // the caller gets the error; the next in line only waits
    return run;
  }
}

/** Opens the chain of a data directory; see {@link Chain.open}. */
export function openChain(options: ChainOptions): Promise<Chain> {
  return Chain.open(options);
}
