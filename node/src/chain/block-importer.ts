import { type BlockId, type BranchPath, ConsensusError, ProtocolError } from '@cairn/protocol';
import type { Logger } from 'pino';
import PQueue from 'p-queue';
import type { BlockBatch } from './block-batch.ts';
import {
  applyBlock,
  checkTransactions,
  checkTransfers,
  provesInvalid,
  receiveBlock,
  type CheckedBlock,
  type ReceivedBlock,
  type ValidatedBlock,
} from './block-validation.ts';
import type { ChainStore } from './chain-store.ts';
import {
  ChainError,
  type BlockBase,
  type ChainEvent,
  type ChainObserver,
  type TipWithWork,
} from './chain-types.ts';
import type { ForkChoice } from './fork-choice.ts';
import type { ChainWrite } from './tip-change.ts';
import type { TransactionChecker } from './transaction-checker.ts';

/** The result of offering a block that breaks no rule. */
export interface BlockArrival {
  /**
   * - `accepted`: it is the new tip, on disk.
   * - `side`: stored as a side block, on a branch to which the chain does not switch.
   * - `reorganized`: the chain switched to its branch, which has more work now.
   * - `known`: the node already has it.
   * - `orphan`: its parent is unknown.
   * - `too_old`: its branch begins further below the tip than branches are kept (`TreeLimits.depth`).
   */
  readonly outcome: 'accepted' | 'side' | 'reorganized' | 'known' | 'orphan' | 'too_old';
}

export interface ReplaceOptions {
  /** True to keep the blocks that are left as a side branch; they are forgotten by default. */
  readonly keepLeft?: boolean;
}

interface ImporterOptions {
  readonly store: ChainStore;
  readonly forkChoice: ForkChoice;
  readonly checker: TransactionChecker;
  /** Unix seconds. */
  readonly clock: () => number;
  readonly onChange: (event: ChainEvent) => void;
  readonly observer?: ChainObserver | undefined;
  readonly logger: Logger;
}

/** Of work in the queue. Blocks on top of the tip go before blocks of other branches. */
const PRIORITY = { ahead: 1, side: 0 };

/**
 * Adds blocks to the chain, in one queue: each is validated in its turn, and those on top of the tip that wait together are committed
 * together. Where another branch gets more work, the chain switches to it (PROTOCOL.md section 8).
 */
export class BlockImporter {
  readonly #options: ImporterOptions;
  readonly #queue = new PQueue({ concurrency: 1 });
  #isClosed = false;
  /** Blocks on top of the tip, or of each other, that are in the queue. */
  readonly #ahead = new Set<BlockId>();
  /** Validated blocks on top of the head, and the promise of their commit. */
  #batch: BlockBatch;
  #committed = Promise.withResolvers<void>();
  /** The last trial of a branch on the head as it is: an extension of that branch is tried from its end. */
  #trial: Trial | undefined;

  constructor(options: ImporterOptions) {
    this.#options = options;
    this.#batch = options.store.newBatch();
  }

  /** Blocks that wait for their validation, and for their commit. */
  get lengths(): { readonly validations: number; readonly commits: number } {
    return { validations: this.#queue.size + this.#queue.pending, commits: this.#batch.blocks.length };
  }

  /** Resolves once everything offered so far is committed or rejected. */
  idle(): Promise<void> {
    return this.#queue.onIdle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.idle();
  }

  /**
   * Takes a block of any branch.
   * @throws ProtocolError for malformed bytes, ConsensusError for a broken rule (the block is remembered as invalid),
   *   StorageWriteError for a failed write, ChainError if the chain is closed or cannot write; the chain is unchanged in each case
   */
  async offer(block: ReceivedBlock): Promise<BlockArrival> {
    try {
      const { committed, ...arrival } = await this.#offer(block);
      await committed;
      return arrival;
    } catch (error) {
      if (error instanceof ConsensusError || error instanceof ProtocolError)
        this.#options.observer?.refused();
      throw error;
    }
  }

  /** Runs work once every block on top of the tip that was offered before is committed; nothing else runs meanwhile. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    return this.#enqueue(PRIORITY.ahead, async () => {
      await this.#flush();
      await this.#repair();
      return work();
    });
  }

  /**
   * Replaces the newest blocks by hand. Readers and listeners see one change. Side blocks with more work than the newest block that
   * stays are forgotten: the chain would switch to them. Call it in `exclusively`.
   * @param commonHeight height of the newest block that stays
   * @param nextBlock returns the bytes of the block to put on top, or `undefined` at the end; its timestamp is not checked against
   *   the clock
   * @throws ChainError `genesis_cannot_step_back` if no block is to stay; what `nextBlock` throws, ConsensusError for an invalid block
   */
  async replaceAbove(
    commonHeight: number,
    nextBlock: (on: BlockBase) => Promise<Uint8Array | undefined>,
    { keepLeft = false }: ReplaceOptions = {},
  ): Promise<void> {
    const { store, forkChoice, checker } = this.#options;
    const common = commonHeight < 0 ? undefined : store.view.block(commonHeight);
    if (common === undefined) {
      throw new ChainError('genesis_cannot_step_back', 'the genesis block cannot be disconnected');
    }
    await forkChoice.forgetHeavierThan(common.id);
    const lowest = store.live.block(commonHeight + 1)?.id;
    await this.#moveHead(commonHeight, async () => {
      const tip = this.#newest();
      const { network } = checker;
      const rules = forkChoice.nextBlockRules(tip);
      const raw = await nextBlock({ network, rules, accounts: this.#batch });
      if (raw === undefined) return undefined;
      const block = receiveBlock(raw);
      if (block.header.previousBlockId !== tip.id)
        throw new ConsensusError('bad_previous_block', 'it does not extend the tip');
      forkChoice.receive(block, undefined);
      return this.#validateOnTop(this.#check(block));
    });
    if (!keepLeft && lowest !== undefined) await forkChoice.forget(lowest);
  }

  /** Switches to the branch with the most work. Call it in `exclusively`. */
  async followBest(): Promise<void> {
    const { forkChoice } = this.#options;
    for (
      let path = forkChoice.tree.reorganization();
      path !== undefined;
      path = forkChoice.tree.reorganization()
    ) {
      if (path.disconnect.length === 0 || (await this.#tryBranch(path))) await this.#switchTo(path);
    }
  }

  async #offer(block: ReceivedBlock): Promise<QueuedArrival> {
    this.#requireOpen();
    const refused = this.#receiveHeader(block, this.#options.clock());
    if (refused !== undefined) return refused;
    const { previousBlockId } = block.header;
    const isAhead = previousBlockId === this.#newest().id || this.#ahead.has(previousBlockId);
    if (isAhead) this.#ahead.add(block.id);
    // Other blocks are checked in their turn: they must not delay these.
    const checking = isAhead ? this.#check(block) : undefined;
    checking?.catch(() => undefined); // awaited in its turn
    return this.#enqueue(isAhead ? PRIORITY.ahead : PRIORITY.side, async () => {
      try {
        return await this.#add(block, checking);
      } finally {
        this.#ahead.delete(block.id);
      }
    });
  }

  async #add(block: ReceivedBlock, checking: Promise<CheckedBody> | undefined): Promise<QueuedArrival> {
    await this.#repair(); // may move the tip
    // Meanwhile the branch may have turned out to be invalid, or left the tree.
    const late = this.#receiveHeader(block, undefined);
    if (late !== undefined) return late;
    if (block.header.previousBlockId === this.#newest().id) return this.#extend(block, checking);
    return { outcome: await this.#addSideBlock(block, checking) };
  }

  /** @returns the outcome of a block that is not to be added; `undefined` for one that is @throws ProtocolError, ConsensusError */
  #receiveHeader(block: ReceivedBlock, now: number | undefined): BlockArrival | undefined {
    const { forkChoice, store } = this.#options;
    const node = forkChoice.receive(block, now);
    if (node === undefined) {
      if (store.view.heightOfBlock(block.id) !== undefined) return { outcome: 'known' };
      return { outcome: block.header.height <= forkChoice.tree.base.height ? 'too_old' : 'orphan' };
    }
    if (node.isInvalid) throw invalidBranchError();
    return node.hasBody ? { outcome: 'known' } : undefined;
  }

  async #check(received: ReceivedBlock): Promise<CheckedBody> {
    const block = await checkTransactions(received, this.#options.checker);
    const transfers = checkTransfers(block, this.#options.checker);
    transfers.catch(() => undefined); // awaited in its turn
    return { block, transfers };
  }

  /** The newest validated block. */
  #newest(): TipWithWork {
    const { newest } = this.#batch;
    if (newest === undefined) return this.#options.store.head;
    return { height: newest.header.height, id: newest.id, work: newest.work };
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new ChainError('closed', 'the chain is closed');
  }

  #enqueue<Result>(priority: number, work: () => Promise<Result>): Promise<Result> {
    const task = async (): Promise<Result> => {
      try {
        return await work();
      } finally {
        // An error is for those who wait for the commit.
        if (this.#batch.isFull || this.#ahead.size === 0) await this.#flush().catch(() => undefined);
        if (this.#queue.size === 0) await this.#follow();
      }
    };
    return this.#queue.add(task, { priority });
  }

  /** Follows a branch whose blocks arrived before one below them, or that a failed write kept from being followed. */
  async #follow(): Promise<void> {
    const { store, forkChoice, logger } = this.#options;
    if (this.#isClosed || forkChoice.tree.reorganization() === undefined) return;
    try {
      await this.#repair();
      await this.followBest();
    } catch (error) {
      // The next block, of whatever branch, tries again.
      const { message } = error as Error;
      logger.error({ err: error }, `The chain stays at height ${store.head.height}: ${message}`);
    }
  }

  /** Validates a block on top of the validated ones. */
  async #extend(block: ReceivedBlock, checking = this.#check(block)): Promise<QueuedArrival> {
    const validated = await this.#validate(block, () => this.#validateOnTop(checking));
    this.#batch.add(validated);
    this.#options.forkChoice.addValid(validated);
    return { outcome: 'accepted', committed: this.#committed.promise };
  }

  async #addSideBlock(
    block: ReceivedBlock,
    checking = this.#check(block),
  ): Promise<'side' | 'reorganized' | 'too_old'> {
    const { store, forkChoice } = this.#options;
    await this.#flush();
    await this.#validate(block, async () => (await checking).transfers);
    if (!(await forkChoice.storeSideBlock(block))) return 'too_old';
    const before = store.head.id;
    await this.followBest();
    if (forkChoice.tree.get(block.id)?.isInvalid === true) throw invalidBranchError();
    return store.head.id === before ? 'side' : 'reorganized';
  }

  /** Validates a block on top of the validated ones: applies it while threads check its transfers. */
  async #validateOnTop(checking: Promise<CheckedBody>): Promise<ValidatedBlock> {
    const { block, transfers } = await checking;
    const applying = this.#apply(block);
    await Promise.allSettled([transfers, applying]);
    await transfers;
    return applying;
  }

  /** Applies a block to the accounts on top of the validated ones. */
  #apply(block: CheckedBlock): Promise<ValidatedBlock> {
    return applyBlock(block, this.#batch, this.#newest().work);
  }

  /** Commits the validated blocks. */
  async #flush(): Promise<void> {
    const [lowest] = this.#batch.blocks;
    if (lowest === undefined) return;
    const { forkChoice, observer } = this.#options;
    const committed = this.#committed;
    this.#committed = Promise.withResolvers();
    const startedAt = performance.now();
    try {
      await this.#commitBatch();
    } catch (error) {
      await forkChoice.forget(lowest.id);
      committed.reject(error);
      throw error;
    }
    this.#publish();
    observer?.committed(secondsSince(startedAt));
    committed.resolve();
  }

  async #commitBatch(): Promise<void> {
    const { store } = this.#options;
    if (this.#batch.newest === undefined) return;
    try {
      await this.#headMoved(await store.commit(this.#batch));
    } finally {
      this.#batch = store.newBatch();
    }
  }

  /** Call after each write of the store. */
  async #headMoved({ joined }: ChainWrite): Promise<void> {
    const { store, forkChoice } = this.#options;
    this.#trial = undefined;
    for (const block of joined) forkChoice.addValid(block);
    await forkChoice.setHead(store.head);
  }

  /** After a failed write, makes the store writable again. The write may be on disk after all. @throws ChainError `broken` */
  async #repair(): Promise<void> {
    const stored = await this.#options.store.repair();
    if (stored === undefined) return;
    this.#publish(); // first: readers have moved with the repair
    await this.#headMoved(stored);
  }

  /**
   * Tries the blocks of a heavier branch on the accounts at the common ancestor, before the first block is left. An invalid block
   * is marked as such, with all on top of it; nothing else changes.
   * @returns true if all of them are valid
   */
  async #tryBranch(path: BranchPath): Promise<boolean> {
    const trial = await this.#trialFor(path);
    const start = path.connect.findIndex(({ id }) => id === trial.end) + 1;
    for (const { id, parent } of path.connect.slice(start)) {
      const block = await this.#validateSideBlock(id, (checked) =>
        applyBlock(checked, trial.batch, parent!.work),
      );
      if (block === undefined) return false;
      if (trial.batch.isFull) trial.batch.change(block);
      else trial.batch.add(block);
      trial.end = id;
    }
    return true;
  }

  /** The last trial, if it ended on this branch, or a new one. */
  async #trialFor({ connect, commonAncestor }: BranchPath): Promise<Trial> {
    const { store } = this.#options;
    if (this.#trial && connect.some(({ id }) => id === this.#trial?.end)) return this.#trial;
    const before = await store.accountsBefore(commonAncestor.height + 1);
    const batch = store.newBatch();
    batch.change(await store.live.tree.withMany(before, store.live));
    return (this.#trial = { end: commonAncestor.id, batch });
  }

  /** Leaves the chain's newest blocks for a branch; the next start continues if the process ends meanwhile. */
  async #switchTo({ connect, commonAncestor }: BranchPath): Promise<void> {
    const rest = connect.values();
    const tried = this.#trial?.batch.blocks ?? [];
    await this.#moveHead(commonAncestor.height, async () => {
      const { value: next } = rest.next();
      if (next === undefined) return undefined;
      const known = tried.find(({ id }) => id === next.id);
      return known ?? this.#validateSideBlock(next.id, (checked) => this.#apply(checked));
    });
    const joined = connect.filter(({ isActive }) => isActive);
    await this.#options.forkChoice.deleteStored(joined.map(({ id }) => id));
  }

  /**
   * Applies a side block, which was checked on its arrival.
   * @returns `undefined` if it is lost, and forgotten, or invalid, and marked so
   */
  async #validateSideBlock(
    id: BlockId,
    apply: (block: CheckedBlock) => Promise<ValidatedBlock>,
  ): Promise<ValidatedBlock | undefined> {
    const { forkChoice, checker, logger } = this.#options;
    const raw = forkChoice.body(id);
    if (raw === undefined) {
      await forkChoice.forget(id); // peers can send it again
      return undefined;
    }
    const block = receiveBlock(raw);
    try {
      return await apply(await checkTransactions(block, checker));
    } catch (error) {
      if (!provesInvalid(error)) throw error;
      logger.warn(`Block ${id} of a branch with more work is invalid: ${(error as Error).message}`);
      await forkChoice.markInvalid(block);
      return undefined;
    }
  }

  /**
   * The one way to leave blocks: keeps those above a height in `side/`, disconnects them, and connects others, each
   * write in the commit order, so that a crash at any point leaves a shorter valid chain. Readers and listeners see one change, also
   * if it fails.
   * @param next validates the next block on top of the accepted ones; `undefined` at the end
   */
  async #moveHead(commonHeight: number, next: () => Promise<ValidatedBlock | undefined>): Promise<void> {
    const { store } = this.#options;
    await store.keepAbove(commonHeight);
    try {
      while (store.head.height > commonHeight) await this.#headMoved(await store.stepBack(commonHeight));
      try {
        for (let block = await next(); block !== undefined; block = await next()) {
          this.#batch.add(block);
          if (this.#batch.isFull) await this.#commitBatch();
        }
      } finally {
        await this.#commitBatch(); // the valid blocks before one that fails stay
      }
    } finally {
      this.#publish();
    }
  }

  #publish(): void {
    const { store, onChange } = this.#options;
    const event = store.publish();
    if (event !== undefined) onChange(event);
  }

  /** Measures a validation; marks a block that breaks a rule as invalid. */
  async #validate<Result>(block: ReceivedBlock, work: () => Promise<Result>): Promise<Result> {
    const { observer, forkChoice } = this.#options;
    const startedAt = performance.now();
    try {
      const result = await work();
      observer?.validated(secondsSince(startedAt));
      return result;
    } catch (error) {
      if (provesInvalid(error)) await forkChoice.markInvalid(block);
      throw error;
    }
  }
}

/** Of a block in the queue. `committed` resolves once an accepted one is on disk, and rejects if it cannot be stored. */
interface QueuedArrival extends BlockArrival {
  readonly committed?: Promise<void>;
}

/** A block whose transfers are being checked. `transfers` rejects with ProtocolError or ConsensusError for an invalid one. */
interface CheckedBody {
  readonly block: CheckedBlock;
  readonly transfers: Promise<void>;
}

/** The blocks of a branch that were tried. */
interface Trial {
  /** The newest block that was tried. */
  end: BlockId;
  /** The accounts as of `end`, and the tried blocks: the lowest ones, if they are many. */
  readonly batch: BlockBatch;
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}

function invalidBranchError(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'the block, or one before it, breaks a rule');
}
