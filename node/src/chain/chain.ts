import {
  BlockTransactions,
  genesisBlock,
  HEADER_SIZE,
  type AccountState,
  type HeaderContext,
} from '@cairn/protocol';
import { BlockFiles, type FilePosition } from '../storage/block-files.ts';
import type { CoreWriter } from '../storage/core-writer.ts';
import { CommitMark } from '../storage/level.ts';
import type { BlockEntry } from '../storage/layout.ts';
import { StorageWriteError } from '../storage/errors.ts';
import { readProvenBlock } from '../whole-blocks/block-proof.ts';
import { connectBlock, disconnectBlock, endOf, type SteppedBlock } from './block-entries.ts';
import { ChainError } from './chain-error.ts';
import { ChainListeners } from './chain-listeners.ts';
import { observeCommit, observeValidation, type ChainObserver } from './chain-observer.ts';
import type { AcceptedBlock, AppendOptions, ChainOptions } from './chain-options.ts';
import type { StepListener } from './commit-step.ts';
import type { ChainEvent, ChainReader, ChainTip, StoredBlockSummary } from './chain-reader.ts';
import { nextBlockContext } from './next-block.ts';
import { openConsistentCore } from './recovery.ts';
import { Prospects } from './prospects.ts';
import { createSerialQueue } from './serial-queue.ts';
import { locationOf, StoredChain, summaryOf, type ChainStores } from './stored-chain.ts';
import { TransactionChecker } from './transaction-checker.ts';
import { applyGenesis, validateBlock, type ValidatedBlock } from './validated-block.ts';

/** Validated blocks that may wait for their commit while the next one is validated: more would only cost memory. */
const PROSPECTS_AHEAD = 1;

/**
 * The canonical chain: validates blocks, commits them in the order of PROTOCOL.md section 6, and answers every question
 * about what is confirmed. Blocks are validated one after another and committed one after another; while one is written,
 * the next one is validated.
 */
export class Chain extends StoredChain implements ChainReader {
  readonly #mark: CommitMark;
  readonly #clock: () => number;
  readonly #onStep: StepListener;
  readonly #observer: ChainObserver | undefined;
  readonly #checker: TransactionChecker;
  readonly #listeners: ChainListeners;
  readonly #validations = createSerialQueue();
  readonly #commits = createSerialQueue();
  readonly #prospects = new Prospects();
  /** Accounts as of the tip, of addresses for which the index may be a block ahead or behind just now. */
  #inFlux: ReadonlyMap<string, AccountState | undefined> | undefined;
  /** Why nothing more is written until the index is opened anew. */
  #broken: Error | undefined;
  #closed = false;

  private constructor(
    stores: ChainStores,
    mark: CommitMark,
    { clock, onCommitStep = () => undefined, observer }: ChainOptions,
  ) {
    super(stores);
    this.#mark = mark;
    this.#clock = clock;
    this.#onStep = onCommitStep;
    this.#observer = observer;
    this.#checker = new TransactionChecker(stores.network, undefined, (cause) =>
      stores.logger.error({ err: cause }, 'a thread that judges transactions died; another takes its place'),
    );
    this.#listeners = new ChainListeners(stores.logger);
  }

  /**
   * Opens the chain of a data directory and recovers what an interrupted process left.
   * @throws BlockFileError when the block files are damaged, LevelError when `core/` cannot be used, the signal's reason
   *   when a rebuild of `core/` was called off
   */
  static async open(options: ChainOptions): Promise<Chain> {
    const { dataDirectory, network, logger, reindex = false, signal } = options;
    const files = await BlockFiles.open(dataDirectory.blocks, network, {
      maxFileSize: options.maxBlockFileSize,
      readOnly: dataDirectory.readOnly,
    });
    const mark = await CommitMark.open(dataDirectory.commitMark);
    try {
      const core = await openConsistentCore({
        path: dataDirectory.core,
        files,
        mark,
        network,
        logger,
        reindex,
        signal,
      });
      return new Chain({ network, files, core, logger }, mark, options);
    } catch (error) {
      await mark.close();
      await files.close();
      throw error;
    }
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    return this.#listeners.add(listener);
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
      return this.#commit(await applyGenesis(genesisBlock(this.network)));
    });
  }

  /**
   * Validates a block on top of the tip and commits it; resolves once it is on the disk.
   * @param raw the block's canonical bytes
   * @throws ProtocolError when they are no block, ConsensusError when a rule is broken, StorageWriteError when the disk
   *   does not take it: the tip stays in each case
   */
  async appendBlock(raw: Uint8Array, options: AppendOptions = {}): Promise<StoredBlockSummary> {
    const { committed } = await this.acceptBlock(raw, options);
    return committed;
  }

  /**
   * Validates a block on top of every block that was accepted before it, and begins to commit it: the next one can be
   * validated meanwhile.
   * @throws as `appendBlock`; after an error nothing of the block stays
   */
  acceptBlock(raw: Uint8Array, { checkClock = true }: AppendOptions = {}): Promise<AcceptedBlock> {
    return this.#inTurn(async () => {
      if (this.#prospects.size > PROSPECTS_AHEAD) await this.#commits.idle();
      await this.#mend();
      const block = await this.#validate(raw, checkClock);
      this.#prospects.add(block);
      const committed = this.#commits.run(() => this.#commitAccepted(block));
      committed.catch(() => undefined); // whoever asked for it hears of the error
      return { committed };
    });
  }

  /**
   * Judges a transfer by itself, its signature included; a good one is not judged again in its block.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  async verifyTransfer(raw: Uint8Array, id: string): Promise<boolean> {
    return this.#checker.verify(raw, id);
  }

  /** The tip once every accepted block is committed. */
  acceptedTip(): ChainTip | undefined {
    return this.#prospects.tip() ?? this.currentTip;
  }

  /** ID of an accepted block at a height, committed or not yet. */
  acceptedBlockId(height: number): string | undefined {
    return this.#prospects.at(height)?.id ?? this.blockSummary(height)?.id;
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
      const block = summaryOf(height, entry);
      const { raw, transactionIds } = (await readProvenBlock(this, block))!;
      const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll();
      const undo = this.core.undo(height);
      if (undo === undefined) throw new ChainError('broken', `block ${height} has no undo record`);
      const end = await this.#disconnect({ height, id, undo, transactions, transactionIds });
      this.#listeners.tell({ type: 'disconnected', block, raw });
      await this.files.truncate(end);
      return block;
    });
  }

  /** What the next block is judged against, and what a miner builds on. @throws ChainError `not_initialized` */
  nextBlockRules(): { parent: ChainTip; bits: number; lastTimestamps: number[] } {
    const { parent, bits, lastTimestamps } = this.#nextBlockContext(this.#requireTip());
    return { parent, bits, lastTimestamps: [...lastTimestamps] };
  }

  override account(address: string): AccountState | undefined {
    return this.#inFlux?.has(address) === true ? this.#inFlux.get(address) : super.account(address);
  }

  /** Blocks that wait to be validated or committed, and jobs that wait for a thread. */
  get queueLengths(): { readonly validations: number; readonly commits: number; readonly jobs: number } {
    return {
      validations: this.#validations.length,
      commits: this.#commits.length,
      jobs: this.#checker.waiting,
    };
  }

  /** Waits for what is under way, then closes the stores. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#validations.idle();
    await this.#commits.idle();
    await this.#checker.close();
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

  #timestampAt(height: number): number {
    const prospect = this.#prospects.at(height);
    return (prospect ?? summaryOf(height, this.#requireEntry(height))).header.timestamp;
  }

  #nextBlockContext(parent: ChainTip): HeaderContext {
    return nextBlockContext(this.network, parent, (height) => this.#timestampAt(height));
  }

  /** Judges a block on top of the accepted ones. */
  async #validate(raw: Uint8Array, checkClock: boolean): Promise<ValidatedBlock> {
    const { losses } = this.#prospects;
    const header = this.#nextBlockContext(this.#prospects.tip() ?? this.#requireTip());
    const context = {
      header: checkClock ? { ...header, now: this.#clock() } : header,
      lookup: (address: string) => this.#prospects.account(address) ?? this.core.account(address),
      checker: this.#checker,
    };
    try {
      return await observeValidation(this.#observer, () => validateBlock(raw, context));
    } finally {
      // What it was judged on top of is gone: whatever was found says nothing of the block.
      if (losses !== this.#prospects.losses) this.#refuseLost();
    }
  }

  async #commitAccepted(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const isLost = this.#prospects.at(block.header.height) !== block;
    if (isLost || block.header.previousBlockId !== this.currentTip?.id) this.#refuseLost();
    try {
      const summary = await observeCommit(this.#observer, () => this.#commit(block));
      this.#prospects.remove(block);
      return summary;
    } catch (error) {
      this.#prospects.giveUp(error);
      throw error;
    }
  }

  #refuseLost(): never {
    const { lossCause } = this.#prospects;
    const problem = `the block before it could not be stored: ${(lossCause as Error).message}`;
    throw new ChainError('broken', problem, { cause: lossCause });
  }

  /** Block file first, then one synced batch with every entry and the tip (PROTOCOL.md section 6). */
  async #commit(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const { height } = block.header;
    await this.#dropUncommitted();
    this.#onStep('begun', height);
    const location = await this.files.append(block.raw);
    this.#onStep('appended', height);
    await this.#writeIndex(
      (writer) => connectBlock(writer, block, location),
      block.accounts.before,
      () => {
        this.#onStep('indexed', height);
        this.currentTip = { height, id: block.id };
      },
    );
    await this.#markCommit(height);
    this.#onStep('marked', height);
    const summary = summaryOf(height, this.#requireEntry(height));
    this.#listeners.tell({ type: 'connected', block: summary, raw: block.raw });
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
    this.#prospects.forgetAccounts();
    const before = new Map(block.undo.map(({ address, state }) => [address, state]));
    this.currentTip = previous; // before the entries go, so that nobody is led to them
    try {
      await this.#writeIndex((writer) => disconnectBlock(writer, block, previous, end), before);
    } catch (error) {
      this.currentTip = { height: block.height, id: block.id };
      throw error;
    }
    return end;
  }

  /**
   * After a failure it is open what LevelDB holds: writing ends until the chain is opened again and looks.
   * @param accounts as of the tip, until the write is done
   * @param onWritten moves the tip where it follows the index
   */
  async #writeIndex(
    compose: (writer: CoreWriter) => Promise<void>,
    accounts: ReadonlyMap<string, AccountState | undefined>,
    onWritten: () => void = () => undefined,
  ): Promise<void> {
    this.#inFlux = accounts;
    try {
      await this.core.commit(compose);
      onWritten();
    } catch (error) {
      if (error instanceof StorageWriteError) this.#broken = error;
      throw error;
    } finally {
      this.#inFlux = undefined;
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

  /** Runs when everything that was accepted before is committed, and nothing else is. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      await this.#commits.idle();
      await this.#mend();
      return work();
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new ChainError('closed', 'the chain is closed'));
    return this.#validations.run(work);
  }

  /**
   * After a failed index write: opens the index anew, and goes on where it stands.
   * @throws ChainError `broken` while that cannot be done
   */
  async #mend(): Promise<void> {
    if (this.#broken === undefined) return;
    await this.#commits.idle();
    try {
      await this.core.reopen();
    } catch (error) {
      const problem = `no block is written until there is room: ${this.#broken.message}`;
      throw new ChainError('broken', problem, { cause: error });
    }
    await this.#adoptTip();
    this.#broken = undefined;
    this.logger.info('The index can be written again');
  }

  /** A batch whose write failed may be there nevertheless; its block stands in the block files. */
  async #adoptTip(): Promise<void> {
    const tip = this.core.tip();
    const known = this.currentTip;
    if (tip?.id === known?.id) return;
    if (tip === undefined || tip.height !== (known?.height ?? -1) + 1) {
      const problem = `no block is written until the node is started again: ${this.#broken?.message}`;
      throw new ChainError('broken', problem, { cause: this.#broken });
    }
    this.currentTip = { height: tip.height, id: tip.id };
    await this.#markCommit(tip.height);
    const block = summaryOf(tip.height, this.#requireEntry(tip.height));
    const { raw } = (await readProvenBlock(this, block))!;
    this.#listeners.tell({ type: 'connected', block, raw });
  }
}

/** Opens the chain of a data directory; see {@link Chain.open}. */
export function openChain(options: ChainOptions): Promise<Chain> {
  return Chain.open(options);
}
