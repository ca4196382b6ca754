import {
  type AccountRecord,
  type Address,
  type BlockId,
  type BranchPath,
  ConsensusError,
  ProtocolError,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import { AccountOverlay, changeTree } from './account-overlay.ts';
import { BlockBatch } from './block-batch.ts';
import {
  applyBlock,
  checkTransactions,
  provesInvalid,
  receiveBlock,
  type CheckedBlock,
  type ReceivedBlock,
  type ValidatedBlock,
} from './block-validation.ts';
import type { Branches } from './branches.ts';
import type { ChainStore } from './chain-store.ts';
import {
  ChainError,
  type BlockBase,
  type ChainEvent,
  type ChainObserver,
  type TipWithWork,
} from './chain-types.ts';
import { ChangeRecorder } from './tip-change.ts';
import type { TransactionChecker } from './transaction-checker.ts';

/** Validated blocks that are written together where more wait. */
const BATCH_LIMITS = { blocks: 256, bytes: 4 * 1024 * 1024 };

/** Pause before a reorganization that failed, for example on a full disk, is tried again. */
const RETRY_MS = 5_000;

/**
 * The result of offering a block.
 * - `accepted`: valid, on top of the tip.
 * - `side`: stored as a side block, on a branch to which the chain does not switch.
 * - `reorganized`: the chain switched to its branch, which has more work now.
 * - `known`: the node already has it.
 * - `orphan`: its parent is unknown.
 * - `too_old`: its branch begins further below the tip than branches are kept (`TreeLimits.depth`).
 */
export type BlockArrival =
  | {
      readonly outcome: 'accepted';
      /** Resolves once the block is on disk; rejects if it cannot be stored. */ readonly committed: Promise<void>;
    }
  | { readonly outcome: 'side' | 'reorganized' | 'known' | 'orphan' | 'too_old' };

export interface OfferOptions {
  /** False for a block that was accepted before: its timestamp is not checked against the clock again. */
  readonly checkClock?: boolean;
  /** True for a block that has to extend the tip: any other is rejected. */
  readonly mustExtendTip?: boolean;
}

export interface ReplaceOptions {
  /** True to keep the blocks that are left as a side branch; they are forgotten by default. */
  readonly keepLeft?: boolean;
}

interface ImporterOptions {
  readonly store: ChainStore;
  readonly branches: Branches;
  readonly checker: TransactionChecker;
  /** Unix seconds. */
  readonly clock: () => number;
  readonly onChange: (event: ChainEvent) => void;
  readonly observer?: ChainObserver | undefined;
  readonly logger: Logger;
}

/** Work in the queue. */
interface Job {
  /** The block that it adds; `undefined` for other work, which runs while nothing waits for its commit. */
  readonly block?: ReceivedBlock;
  run(): Promise<void>;
}

/**
 * Adds blocks to the chain, in one queue: each is checked in threads from its arrival on, applied to the accounts in its turn, and
 * committed; blocks that wait are committed together. Blocks on top of the tip go before blocks of other branches. Where another
 * branch gets more work, the chain switches to it (PROTOCOL.md section 8).
 */
export class BlockImporter {
  readonly #options: ImporterOptions;
  readonly #queue: Job[] = [];
  #working: Promise<void> | undefined;
  #isClosed = false;
  /** Validated blocks on top of the head, and the promise of their commit. */
  #batch: BlockBatch;
  #committed = Promise.withResolvers<void>();
  /** The block in its turn. */
  #current: ReceivedBlock | undefined;
  /** Accounts after the last trial of a branch: an extension of that branch is tried from its end. */
  #trial: Trial | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: ImporterOptions) {
    this.#options = options;
    this.#batch = this.#newBatch();
  }

  /** The tip once every validated block is committed. */
  acceptedTip(): TipWithWork | undefined {
    const { newest } = this.#batch;
    if (newest === undefined) return this.#options.store.head;
    return { height: newest.header.height, id: newest.id, work: newest.work };
  }

  /** ID of an accepted block at a height, committed or not yet. */
  acceptedBlockId(height: number): BlockId | undefined {
    const waiting = this.#batch.blocks.find(({ header }) => header.height === height);
    return waiting?.id ?? this.#options.store.view.block(height)?.id;
  }

  /** Blocks that wait for their validation, and for their commit. */
  get lengths(): { readonly validations: number; readonly commits: number } {
    return {
      validations: this.#queue.length + (this.#working === undefined ? 0 : 1),
      commits: this.#batch.blocks.length,
    };
  }

  /** Resolves once everything offered so far is committed or rejected. */
  async idle(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    await this.idle();
  }

  /**
   * Takes a block of any branch.
   * @throws ProtocolError for malformed bytes, ConsensusError for a broken rule (the block is remembered as invalid),
   *   StorageWriteError for a failed write, ChainError if the chain is closed, has no genesis block or cannot write; the chain is
   *   unchanged in each case
   */
  async offer(block: ReceivedBlock, options: OfferOptions = {}): Promise<BlockArrival> {
    try {
      return await this.#offer(block, options);
    } catch (error) {
      if (error instanceof ConsensusError || error instanceof ProtocolError)
        this.#options.observer?.refused();
      throw error;
    }
  }

  /** Runs work once every block offered before is committed; nothing else runs meanwhile. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => {
      await this.#flush();
      await this.#repair();
      return work();
    });
  }

  /** Stores the genesis block. Call it in `exclusively`. */
  async addGenesis(block: ValidatedBlock): Promise<void> {
    const change = new ChangeRecorder(undefined);
    await this.#commit([block], change);
    this.#publish(change);
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
    const { store, branches, checker } = this.#options;
    const common = commonHeight < 0 ? undefined : store.view.block(commonHeight);
    if (common === undefined) {
      throw new ChainError('genesis_cannot_step_back', 'the genesis block cannot be disconnected');
    }
    await branches.forgetHeavierThan(common.id);
    const { disconnected } = await this.#moveHead(commonHeight, async () => {
      const tip = this.acceptedTip()!;
      const rules = branches.nextBlockRules(tip);
      const { network } = checker;
      const raw = await nextBlock({ network, rules, accounts: this.#batch.accounts });
      if (raw === undefined) return undefined;
      const block = receiveBlock(raw);
      if (block.header.previousBlockId !== tip.id) throw notOnTip();
      branches.receive(block, undefined);
      return this.#apply(await checkTransactions(block, checker));
    });
    const lowest = disconnected.at(-1);
    if (!keepLeft && lowest !== undefined) await branches.forget(lowest);
  }

  /** Switches to the branch with the most work. Call it in `exclusively`. */
  async followBest(): Promise<void> {
    const { branches } = this.#options;
    for (let path = branches.reorganization(); path !== undefined; path = branches.reorganization()) {
      if (path.disconnect.length === 0 || (await this.#tryBranch(path))) await this.#switchTo(path);
    }
  }

  async #offer(
    block: ReceivedBlock,
    { checkClock = true, mustExtendTip = false }: OfferOptions,
  ): Promise<BlockArrival> {
    const refused = this.#receiveHeader(block, checkClock ? this.#options.clock() : undefined);
    if (refused !== undefined) return refused;
    // A block of another branch is checked in its turn: it must not delay those on top of the tip.
    const checking = block.header.previousBlockId === this.#expectedTip() ? this.#check(block) : undefined;
    checking?.catch(() => undefined); // awaited in its turn
    return this.#enqueue<BlockArrival>(async () => {
      await this.#repair(); // may move the tip
      // Meanwhile the branch may have turned out to be invalid, or left the tree.
      const late = this.#receiveHeader(block, undefined);
      if (late !== undefined) return late;
      if (block.header.previousBlockId === this.acceptedTip()?.id) return this.#extend(block, checking);
      if (mustExtendTip) throw notOnTip();
      return { outcome: await this.#addSideBlock(block, checking) };
    }, block);
  }

  /** @returns the outcome of a block that is not to be added; `undefined` for one that is @throws ProtocolError, ConsensusError */
  #receiveHeader(block: ReceivedBlock, now: number | undefined): BlockArrival | undefined {
    const { branches, store } = this.#options;
    if (store.head === undefined) throw new ChainError('not_initialized', 'the chain has no genesis block');
    const node = branches.receive(block, now);
    if (node === undefined) {
      if (store.view.heightOfBlock(block.id) !== undefined) return { outcome: 'known' };
      return { outcome: block.header.height <= branches.tree.base.height ? 'too_old' : 'orphan' };
    }
    if (node.isInvalid) throw invalidBranchError();
    return node.hasBody ? { outcome: 'known' } : undefined;
  }

  #check(block: ReceivedBlock): Promise<CheckedBlock> {
    return checkTransactions(block, this.#options.checker);
  }

  #enqueue<Result>(work: () => Promise<Result>, block?: ReceivedBlock): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new ChainError('closed', 'the chain is closed'));
    const result = Promise.withResolvers<Result>();
    this.#queue.push({
      ...(block && { block }),
      run: () => work().then(result.resolve, result.reject),
    });
    this.#start();
    return result.promise;
  }

  #start(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (this.#queue.length > 0) this.#start();
    });
  }

  async #work(): Promise<void> {
    await Promise.resolve(); // all that is offered in one go is in the queue then
    for (let job = this.#takeNext(); job !== undefined; job = this.#takeNext()) {
      this.#current = job.block;
      await job.run();
      this.#current = undefined;
      if (this.#batch.isFull || this.#queue.length === 0) await this.#flush().catch(() => undefined); // those who wait get the error
    }
    await this.#followDescendants();
  }

  /** Follows blocks on top of the newest ones that arrived before them. A reorganization that fails is tried again. */
  async #followDescendants(): Promise<void> {
    const { branches, store, logger } = this.#options;
    if (branches.reorganization() === undefined || this.#isClosed) return;
    try {
      await this.#repair();
      await this.followBest();
    } catch (error) {
      const { message } = error as Error;
      logger.error({ err: error }, `The chain stays at height ${store.head?.height}: ${message}`);
      clearTimeout(this.#retryTimer);
      this.#retryTimer = setTimeout(() => this.#start(), RETRY_MS).unref();
    }
  }

  /** The next job: a block on top of the tip, or else the oldest one. Other work keeps its place in the order. */
  #takeNext(): Job | undefined {
    const tip = this.acceptedTip()?.id;
    const firstOther = this.#queue.findIndex(({ block }) => block === undefined);
    const blocks = firstOther < 0 ? this.#queue : this.#queue.slice(0, firstOther);
    const next = blocks.findIndex(({ block }) => block?.header.previousBlockId === tip);
    return this.#queue.splice(Math.max(0, next), 1)[0];
  }

  /** The tip if every block that waits is valid. */
  #expectedTip(): BlockId | undefined {
    const waiting = [this.#current, ...this.#queue.map(({ block }) => block)];
    return waiting.reduce(
      (tip, block) => (block !== undefined && block.header.previousBlockId === tip ? block.id : tip),
      this.acceptedTip()?.id,
    );
  }

  /** Validates a block on top of the accepted ones. */
  async #extend(block: ReceivedBlock, checking: Promise<CheckedBlock> | undefined): Promise<BlockArrival> {
    const validated = await this.#validate(block, async () =>
      this.#apply(await (checking ?? this.#check(block))),
    );
    this.#batch.add(validated);
    this.#options.branches.addValid(validated);
    return { outcome: 'accepted', committed: this.#committed.promise };
  }

  async #addSideBlock(
    block: ReceivedBlock,
    checking: Promise<CheckedBlock> | undefined,
  ): Promise<'side' | 'reorganized' | 'too_old'> {
    const { store, branches } = this.#options;
    await this.#flush();
    await this.#validate(block, () => checking ?? this.#check(block));
    if (!(await branches.storeSideBlock(block))) return 'too_old';
    const before = store.head!.id;
    await this.followBest();
    if (branches.tree.get(block.id)?.isInvalid === true) throw invalidBranchError();
    return store.head!.id === before ? 'side' : 'reorganized';
  }

  #newBatch(): BlockBatch {
    return new BlockBatch(this.#options.store.accountsAtHead, BATCH_LIMITS);
  }

  /** Applies a block to the accounts on top of the accepted ones. */
  #apply(block: CheckedBlock): Promise<ValidatedBlock> {
    return applyBlock(block, this.#batch.accounts, this.acceptedTip()!.work);
  }

  /** Commits the accepted blocks. */
  async #flush(): Promise<void> {
    const [lowest] = this.#batch.blocks;
    if (lowest === undefined) return;
    const { store, branches, observer } = this.#options;
    const committed = this.#committed;
    committed.promise.catch(() => undefined); // callers need not await it
    const change = new ChangeRecorder(store.head);
    const startedAt = performance.now();
    try {
      await this.#commitBatch(change);
    } catch (error) {
      await branches.forget(lowest.id);
      committed.reject(error);
      throw error;
    } finally {
      this.#committed = Promise.withResolvers();
    }
    this.#publish(change);
    observer?.committed(secondsSince(startedAt));
    committed.resolve();
  }

  async #commitBatch(change: ChangeRecorder): Promise<void> {
    const { blocks } = this.#batch;
    try {
      if (blocks.length > 0) await this.#commit(blocks, change);
    } finally {
      this.#batch = this.#newBatch();
    }
  }

  async #commit(blocks: readonly ValidatedBlock[], change: ChangeRecorder): Promise<void> {
    const { store, branches } = this.#options;
    await store.commit(blocks);
    for (const block of blocks) {
      branches.addValid(block);
      change.join(block);
    }
    await branches.setHead(store.head!);
  }

  /** After a failed write, makes the store writable again. The write may be on disk after all. @throws ChainError `broken` */
  async #repair(): Promise<void> {
    const { store, branches } = this.#options;
    const change = new ChangeRecorder(store.head);
    const stored = await store.repair();
    if (stored === undefined) return;
    this.#trial = undefined;
    if (stored.left !== undefined) change.leave(stored.left);
    for (const block of stored.joined) {
      branches.addValid(block);
      change.join(block);
    }
    await branches.setHead(store.head!);
    this.#publish(change);
  }

  /**
   * Tries the blocks of a heavier branch on the accounts at the common ancestor, before the first block is left. An invalid block
   * is marked as such, with all on top of it; nothing else changes.
   * @returns true if all of them are valid
   */
  async #tryBranch(path: BranchPath): Promise<boolean> {
    const trial = await this.#trialFor(path);
    const start = path.connect.findIndex(({ id }) => id === trial.end) + 1;
    for (const { id } of path.connect.slice(start)) {
      const block = await this.#validateSideBlock(id, (checked) => applyBlock(checked, trial.accounts, 0n));
      if (block === undefined) return false;
      trial.accounts.add(block.accounts.after, block);
      trial.end = id;
    }
    return true;
  }

  /** The accounts with which the trial of a branch begins: those of the last trial, if it ended on this branch. */
  async #trialFor({ disconnect, connect, commonAncestor }: BranchPath): Promise<Trial> {
    const { store } = this.#options;
    const tip = store.head!.id;
    const isContinued = this.#trial?.tip === tip && connect.some(({ id }) => id === this.#trial?.end);
    if (isContinued) return this.#trial!;
    const undone = new Map<Address, AccountRecord | undefined>();
    for (const { height } of disconnect)
      for (const { address, record } of store.undoAtHead(height)) undone.set(address, record);
    const accounts = new AccountOverlay(store.accountsAtHead);
    accounts.add(undone, await changeTree(accounts, undone));
    this.#trial = { tip, end: commonAncestor.id, accounts };
    return this.#trial;
  }

  /** Leaves the chain's newest blocks for a branch; the next start continues if the process ends meanwhile. */
  async #switchTo({ connect, commonAncestor }: BranchPath): Promise<void> {
    const { branches } = this.#options;
    const rest = connect.values();
    await this.#moveHead(commonAncestor.height, async () => {
      const { value: next } = rest.next();
      return next && this.#validateSideBlock(next.id, (checked) => this.#apply(checked));
    });
    await branches.deleteStored(connect.filter(({ isActive }) => isActive).map(({ id }) => id));
  }

  /**
   * Applies a side block, which was checked on its arrival.
   * @returns `undefined` if it is lost, and forgotten, or invalid, and marked so
   */
  async #validateSideBlock(
    id: BlockId,
    apply: (block: CheckedBlock) => Promise<ValidatedBlock>,
  ): Promise<ValidatedBlock | undefined> {
    const { branches, checker, logger } = this.#options;
    const raw = branches.body(id);
    if (raw === undefined) {
      await branches.forget(id); // peers can send it again
      return undefined;
    }
    try {
      return await apply(await checkTransactions(receiveBlock(raw), checker, { signatures: false }));
    } catch (error) {
      if (!provesInvalid(error)) throw error;
      logger.warn(`Block ${id} of a branch with more work is invalid: ${(error as Error).message}`);
      await branches.markInvalid({ id, raw });
      return undefined;
    }
  }

  /**
   * The one way to leave blocks: copies those above a height to `side/`, disconnects them one by one and connects others, each
   * write in the commit order, so that a crash at any point leaves a shorter valid chain. Readers and listeners see one change, also if
   * it fails.
   * @param next validates the next block on top of the accepted ones; `undefined` at the end
   */
  async #moveHead(
    commonHeight: number,
    next: () => Promise<ValidatedBlock | undefined>,
  ): Promise<ChangeRecorder> {
    const { store, branches } = this.#options;
    await this.#copyToSide(commonHeight);
    const change = new ChangeRecorder(store.head);
    store.holdPublished(commonHeight);
    try {
      while (store.head!.height > commonHeight) {
        change.leave(await store.stepBack());
        await branches.setHead(store.head!);
      }
      // The valid blocks before one that fails stay.
      await this.#connect(next, change).finally(() => this.#commitBatch(change));
    } finally {
      this.#trial = undefined;
      this.#publish(change);
    }
    return change;
  }

  /** Connects blocks on top of the head, those of a batch together. The last batch is not committed yet. */
  async #connect(next: () => Promise<ValidatedBlock | undefined>, change: ChangeRecorder): Promise<void> {
    for (let block = await next(); block !== undefined; block = await next()) {
      this.#batch.add(block);
      if (this.#batch.isFull) await this.#commitBatch(change);
    }
  }

  /** Copies the blocks above a height to `side/`, the newest first. */
  async #copyToSide(commonHeight: number): Promise<void> {
    const { store, branches } = this.#options;
    let blocks: { readonly id: BlockId; readonly raw: Uint8Array }[] = [];
    let bytes = 0;
    for (let { height } = store.head!; height > commonHeight; height -= 1) {
      const block = await store.readAtHead(height);
      blocks.push(block);
      bytes += block.raw.length;
      if (bytes < BATCH_LIMITS.bytes && height > commonHeight + 1) continue;
      await branches.keepLeaving(blocks);
      [blocks, bytes] = [[], 0];
    }
  }

  #publish(change: ChangeRecorder): void {
    const { store, onChange } = this.#options;
    store.publish();
    const event = change.event(store.head!);
    if (event !== undefined) onChange(event);
  }

  /** Measures a validation; marks a block that breaks a rule as invalid. */
  async #validate<Result>(block: ReceivedBlock, work: () => Promise<Result>): Promise<Result> {
    const { observer, branches } = this.#options;
    const startedAt = performance.now();
    try {
      const result = await work();
      observer?.validated(secondsSince(startedAt));
      return result;
    } catch (error) {
      if (provesInvalid(error)) await branches.markInvalid(block);
      throw error;
    }
  }
}

/** Accounts after the blocks of a branch that were tried, on top of those at a tip. */
interface Trial {
  /** The chain's tip at the trial. */
  readonly tip: BlockId;
  /** The newest block that was tried. */
  end: BlockId;
  /** As of `end`. */
  readonly accounts: AccountOverlay;
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}

function notOnTip(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'it does not extend the tip');
}

function invalidBranchError(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'the block, or one before it, breaks a rule');
}
