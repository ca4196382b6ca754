import { genesisBlock, type HeaderContext } from '@cairn/protocol';
import { BlockFiles } from '../storage/block-files.ts';
import { CommitMark } from '../storage/level.ts';
import {
  ChainError,
  observeCommit,
  observeValidation,
  type AcceptedBlock,
  type AppendOptions,
  type ChainObserver,
  type ChainOptions,
} from './chain-interface.ts';
import type { ChainTip, StoredBlockSummary } from './chain-reader.ts';
import { CommittedChain } from './committed-chain.ts';
import { PendingBlocks } from './pending-blocks.ts';
import { openConsistentCore } from './recovery.ts';
import { createSerialQueue } from './scheduling.ts';
import { summaryOf, type ChainStores } from './stored-chain.ts';
import { TransactionChecker } from './transaction-checker.ts';
import { applyGenesis, nextBlockContext, validateBlock, type ValidatedBlock } from './validated-block.ts';

/** Validated blocks that may wait for their commit while the next one is validated: more would only cost memory. */
const PENDING_AHEAD = 1;

/**
 * The canonical chain: validates blocks, commits them in the order of PROTOCOL.md section 6, and answers every question
 * about what is confirmed. Blocks are validated one after another and committed one after another; while one is written,
 * the next one is validated.
 */
export class Chain extends CommittedChain {
  readonly #clock: () => number;
  readonly #observer: ChainObserver | undefined;
  readonly #checker: TransactionChecker;
  readonly #validations = createSerialQueue();
  readonly #commits = createSerialQueue();
  readonly #pending = new PendingBlocks();
  #closed = false;

  private constructor(
    stores: ChainStores,
    mark: CommitMark,
    { clock, onCommitStep, observer }: ChainOptions,
  ) {
    super(stores, mark, onCommitStep);
    this.#clock = clock;
    this.#observer = observer;
    this.#checker = new TransactionChecker(stores.network, undefined, (cause) =>
      stores.logger.error({ err: cause }, 'a thread that judges transactions died; another takes its place'),
    );
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

  /**
   * Stores the network's genesis block in an empty chain.
   * @throws ChainError `already_initialized`, ProtocolError `network_not_initializable`, StorageWriteError
   */
  initializeGenesis(): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      if (this.currentTip !== undefined) {
        throw new ChainError('already_initialized', 'the chain has its genesis block');
      }
      return this.commitBlock(await applyGenesis(genesisBlock(this.network)));
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
  acceptBlock(
    raw: Uint8Array,
    { checkClock = true, beforeValidation }: AppendOptions = {},
  ): Promise<AcceptedBlock> {
    return this.#inTurn(async () => {
      if (this.#pending.size > PENDING_AHEAD) await this.#commits.idle();
      await this.#mend();
      beforeValidation?.();
      const block = await this.#validate(raw, checkClock);
      this.#pending.add(block);
      const committed = this.#commits.run(() => this.#commitAccepted(block));
      committed.catch(() => undefined); // the caller need not wait for it
      return { committed };
    });
  }

  /**
   * Judges a transfer by itself, its signature included; a good one is not judged again in its block.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  verifyTransfer(raw: Uint8Array, id: string): boolean {
    return this.#checker.verify(raw, id);
  }

  /** The tip once every accepted block is committed. */
  acceptedTip(): ChainTip | undefined {
    return this.#pending.tip() ?? this.currentTip;
  }

  /** ID of an accepted block at a height, committed or not yet. */
  acceptedBlockId(height: number): string | undefined {
    return this.#pending.at(height)?.id ?? this.blockSummary(height)?.id;
  }

  /**
   * Takes the newest block off again, in every store.
   * @throws ChainError `genesis_cannot_step_back`, BlockFileError, StorageWriteError
   */
  stepBack(): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      if (this.#requireTip().height === 0) {
        throw new ChainError('genesis_cannot_step_back', 'the genesis block stays');
      }
      this.#pending.forgetAccounts();
      return this.takeNewestOff();
    });
  }

  /** What the next block is judged against, and what a miner builds on. @throws ChainError `not_initialized` */
  nextBlockRules(): { parent: ChainTip; bits: number; lastTimestamps: number[] } {
    const { parent, bits, lastTimestamps } = this.#nextBlockContext(this.#requireTip());
    return { parent, bits, lastTimestamps: [...lastTimestamps] };
  }

  /** Blocks that wait to be validated or committed, and jobs that wait for a thread. */
  get queueLengths(): { readonly validations: number; readonly commits: number; readonly jobs: number } {
    return {
      validations: this.#validations.length,
      commits: this.#commits.length,
      jobs: this.#checker.waiting,
    };
  }

  /** Resolves when every block that was handed over before is committed or refused. */
  async idle(): Promise<void> {
    await this.#validations.idle();
    await this.#commits.idle();
  }

  /** Waits for the blocks under way, then closes the stores. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.idle();
    await this.#checker.close();
    await this.closeStores();
  }

  #requireTip(): ChainTip {
    if (this.currentTip === undefined) {
      throw new ChainError('not_initialized', 'the chain has no genesis block');
    }
    return this.currentTip;
  }

  #timestampAt(height: number): number {
    const pending = this.#pending.at(height);
    return (pending ?? summaryOf(height, this.requireEntry(height))).header.timestamp;
  }

  #nextBlockContext(parent: ChainTip): HeaderContext {
    return nextBlockContext(this.network, parent, (height) => this.#timestampAt(height));
  }

  /** Judges a block on top of the accepted ones. */
  async #validate(raw: Uint8Array, checkClock: boolean): Promise<ValidatedBlock> {
    const { losses } = this.#pending;
    const header = this.#nextBlockContext(this.#pending.tip() ?? this.#requireTip());
    const context = {
      header: checkClock ? { ...header, now: this.#clock() } : header,
      lookup: (address: string) => this.#pending.account(address) ?? this.core.account(address),
      checker: this.#checker,
    };
    try {
      return await observeValidation(this.#observer, () => validateBlock(raw, context));
    } finally {
      // What it was judged on top of is gone: whatever was found says nothing of the block.
      if (losses !== this.#pending.losses) this.#refuseLost();
    }
  }

  async #commitAccepted(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const isLost = this.#pending.at(block.header.height) !== block;
    if (isLost || block.header.previousBlockId !== this.currentTip?.id) this.#refuseLost();
    try {
      const summary = await observeCommit(this.#observer, () => this.commitBlock(block));
      this.#pending.remove(block);
      return summary;
    } catch (error) {
      this.#pending.giveUp(error);
      throw error;
    }
  }

  #refuseLost(): never {
    const { lossCause } = this.#pending;
    const problem = `the block before it could not be stored: ${(lossCause as Error).message}`;
    throw new ChainError('broken', problem, { cause: lossCause });
  }

  /** Runs when everything that was accepted before is committed, and nothing else is. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      await this.#commits.idle();
      await this.#mend();
      return work();
    });
  }

  /** After a failed index write, before anything is written again. @throws ChainError `broken` */
  async #mend(): Promise<void> {
    if (!this.isBroken) return;
    await this.#commits.idle();
    await this.reopenIndex();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new ChainError('closed', 'the chain is closed'));
    return this.#validations.run(work);
  }
}

/** Opens the chain of a data directory; see {@link Chain.open}. */
export function openChain(options: ChainOptions): Promise<Chain> {
  return Chain.open(options);
}
