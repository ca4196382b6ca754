import {
  type Address,
  type BlockId,
  ConsensusError,
  type HeaderContext,
  ProtocolError,
  type TransactionId,
} from '@cairn/protocol';
import type { CommitMark } from '../storage/level.ts';
import type { Branches } from './branches.ts';
import { ChainError, type AcceptedBlock, type ChainObserver, type ChainOptions } from './chain-types.ts';
import type { ChainTip, StoredBlockSummary, TipWithWork } from './chain-reader.ts';
import { CommittedChain } from './committed-chain.ts';
import { PendingBlocks } from './pending-blocks.ts';
import { createSerialQueue } from './scheduling.ts';
import { summaryOf, type ChainStores } from './stored-chain.ts';
import { TransactionChecker } from './transaction-checker.ts';
import { nextBlockContext, validateBlock, type ValidatedBlock } from './block-validation.ts';

/** Validated blocks that may wait for their commit while the next block is validated; more would only use memory. */
const MAX_WAITING_COMMITS = 1;

/**
 * The pipeline on top of the tip: one queue validates blocks in order, another commits them in order, so that each block is
 * validated while the previous block is written. All work starts through `inTurn` or `exclusively`.
 */
export abstract class AcceptingChain extends CommittedChain {
  protected readonly branches: Branches;
  /** Unix seconds. */
  protected readonly clock: () => number;
  protected readonly checker: TransactionChecker;
  readonly #observer: ChainObserver | undefined;
  readonly #validations = createSerialQueue();
  readonly #commits = createSerialQueue();
  readonly #pending = new PendingBlocks();
  #closed = false;

  protected constructor(
    stores: ChainStores,
    mark: CommitMark,
    branches: Branches,
    { clock, onCommitStep, observer }: ChainOptions,
  ) {
    super(stores, mark, onCommitStep);
    this.branches = branches;
    this.clock = clock;
    this.#observer = observer;
    this.checker = new TransactionChecker(stores.network, undefined, (cause) =>
      stores.logger.error({ err: cause }, 'a transaction checking thread died and is replaced'),
    );
  }

  /**
   * Validates a transfer, signature included, but not its sender's balance and nonce. A valid one is not checked again in its
   * block.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  verifyTransfer(raw: Uint8Array, id: TransactionId): boolean {
    return this.checker.verify(raw, id);
  }

  /** The tip once every accepted block is committed. */
  acceptedTip(): ChainTip | undefined {
    return this.#pending.tip() ?? this.tip();
  }

  /** ID of an accepted block at a height, committed or not yet. */
  acceptedBlockId(height: number): BlockId | undefined {
    return this.#pending.at(height)?.id ?? this.blockSummary(height)?.id;
  }

  /** The header rules for the next block, for validation and for a miner. @throws ChainError `not_initialized` */
  nextBlockRules(): { parent: ChainTip; bits: number; lastTimestamps: number[] } {
    const { parent, bits, lastTimestamps } = this.#nextBlockContext(this.requireTip());
    return { parent, bits, lastTimestamps: [...lastTimestamps] };
  }

  /** Blocks whose validation or commit has not ended, and tasks waiting for a checking thread. */
  get queueLengths(): { readonly validations: number; readonly commits: number; readonly jobs: number } {
    return {
      validations: this.#validations.length,
      commits: this.#commits.length,
      jobs: this.checker.waiting,
    };
  }

  /** Resolves when every block offered so far is committed or rejected. */
  async idle(): Promise<void> {
    await this.#validations.idle();
    await this.#commits.idle();
  }

  /** Waits for the blocks in progress, then closes the stores. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.idle();
    await this.checker.close();
    await this.branches.close();
    await this.closeStores();
  }

  /** Runs work after all earlier calls. @throws ChainError `closed` */
  protected inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new ChainError('closed', 'the chain is closed'));
    return this.#validations.run(work);
  }

  /** Runs work once every accepted block is committed; nothing else runs meanwhile. */
  protected exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.inTurn(async () => {
      await this.committed();
      await this.#reopenIfBroken();
      return work();
    });
  }

  /** Resolves once every accepted block is committed or has failed. */
  protected committed(): Promise<void> {
    return this.#commits.idle();
  }

  /** Waits for room in the commit queue and reopens a broken index. @throws ChainError `broken` */
  protected async waitForRoom(): Promise<void> {
    if (this.#pending.size > MAX_WAITING_COMMITS) await this.#commits.idle();
    await this.#reopenIfBroken();
  }

  protected requireTip(): TipWithWork {
    if (this.currentTip === undefined) {
      throw new ChainError('not_initialized', 'the chain has no genesis block');
    }
    return this.currentTip;
  }

  /** Validates a block on top of the accepted ones, and starts to commit it. */
  protected async accept(raw: Uint8Array, checkClock: boolean): Promise<AcceptedBlock> {
    const block = await this.#validate(raw, { checkClock, checkTransfers: true });
    this.#pending.add(block);
    this.branches.addAccepted(block.id, block.header, raw.length);
    const committed = this.#commits.run(() => this.#commitAccepted(block));
    committed.catch(() => undefined); // the caller need not await it
    return { committed };
  }

  protected async commit(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const summary = await observeCommit(this.#observer, () => this.commitBlock(block));
    await this.branches.setTip(this.requireTip());
    return summary;
  }

  /** Validates and commits a side block whose transfers were checked on arrival; only while no commit is in progress. */
  protected async connectSideBlock(raw: Uint8Array): Promise<StoredBlockSummary> {
    this.#pending.forgetAccounts();
    return this.commit(await this.#validate(raw, { checkClock: false, checkTransfers: false }));
  }

  /** Disconnects the newest block; only while no commit is in progress. */
  protected async disconnectTip(): Promise<StoredBlockSummary> {
    this.#pending.forgetAccounts();
    const disconnected = await this.disconnectNewest();
    await this.branches.setTip(this.requireTip());
    return disconnected;
  }

  async #validate(
    raw: Uint8Array,
    { checkClock, checkTransfers }: { checkClock: boolean; checkTransfers: boolean },
  ): Promise<ValidatedBlock> {
    const { dropCount } = this.#pending;
    const parent = this.#pending.tip() ?? this.requireTip();
    const header = this.#nextBlockContext(parent);
    const context = {
      validateTransfers: checkTransfers,
      parentWork: parent.work,
      header: checkClock ? { ...header, now: this.clock() } : header,
      lookup: (address: Address) => this.#pending.account(address) ?? this.core.account(address),
      checker: this.checker,
    };
    try {
      return await observeValidation(this.#observer, () => validateBlock(raw, context));
    } finally {
      // A block below this one was dropped meanwhile, so that this result is void.
      if (dropCount !== this.#pending.dropCount) this.#throwDropped();
    }
  }

  async #commitAccepted(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const isDropped = this.#pending.at(block.header.height) !== block;
    if (isDropped || block.header.previousBlockId !== this.currentTip?.id) this.#throwDropped();
    try {
      const summary = await this.commit(block);
      await this.#pending.remove(block);
      return summary;
    } catch (error) {
      this.#pending.dropAll(error);
      await this.branches.forget(block.id);
      throw error;
    }
  }

  #nextBlockContext(parent: ChainTip): HeaderContext {
    return nextBlockContext(this.network, parent, (height) => this.#timestampAt(height));
  }

  #timestampAt(height: number): number {
    const pending = this.#pending.at(height);
    return (pending ?? summaryOf(height, this.requireEntry(height))).header.timestamp;
  }

  /** @throws ChainError `broken` for a block above one that could not be committed */
  #throwDropped(): never {
    const { dropCause } = this.#pending;
    const problem = `the block before it could not be stored: ${(dropCause as Error).message}`;
    throw new ChainError('broken', problem, { cause: dropCause });
  }

  /** Reopens the index after a failed write, before the next write. @throws ChainError `broken` */
  async #reopenIfBroken(): Promise<void> {
    if (!this.isBroken) return;
    await this.#commits.idle();
    await this.reopenIndex();
  }
}

/** Validates a block and reports how long that took, or that the block was refused. */
async function observeValidation<Result>(
  observer: ChainObserver | undefined,
  validate: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    const result = await validate();
    observer?.validated(secondsSince(startedAt));
    return result;
  } catch (error) {
    if (error instanceof ConsensusError || error instanceof ProtocolError) observer?.refused();
    throw error;
  }
}

/** Commits a block and reports how long that took; a failure is not reported. */
async function observeCommit<Result>(
  observer: ChainObserver | undefined,
  commit: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await commit();
  observer?.committed(secondsSince(startedAt));
  return result;
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
