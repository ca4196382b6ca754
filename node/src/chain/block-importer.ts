import {
  type AccountState,
  type Address,
  type BlockId,
  type BranchPath,
  ConsensusError,
  type Network,
  ProtocolError,
  type TreeBlock,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import {
  applyBlock,
  checkTransactions,
  provesInvalid,
  receiveBlock,
  type CheckedBlock,
  type ReceivedBlock,
  type ValidatedBlock,
} from './block-validation.ts';
import type { BlockContents, ChainEvent, ChainTip, TipWithWork } from './chain-reader.ts';
import type { ChainStore, ConnectedBlock, DisconnectedBlock } from './chain-store.ts';
import { ChainError, type ChainObserver } from './chain-types.ts';
import type { BlockRules, ForkChoice } from './fork-choice.ts';
import type { TransactionChecker } from './transaction-checker.ts';

/** Validated blocks that are written together where more wait: a batch ends with the block that reaches one of these. */
const BATCH_BLOCKS = 256;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Pause before a reorganization that failed, for example on a full disk, is tried again. */
const RETRY_MS = 5_000;
/** Bytes of disconnected blocks that an event carries: more than the 20,000 transfers of a full mempool (4.3 MB). */
const RETURNED_BYTES = 16 * 1024 * 1024;

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

/** Work in the queue. */
interface Job {
  /** The block that it adds; `undefined` for other work, which runs while nothing waits for its commit. */
  readonly block?: ReceivedBlock;
  run(): Promise<void>;
  fail(error: unknown): void;
}

/** A validated block that waits for its commit. */
interface WaitingBlock {
  readonly block: ValidatedBlock;
  readonly committed: PromiseWithResolvers<void>;
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
  /** Validated blocks on top of the head, lowest first. */
  #batch: WaitingBlock[] = [];
  #batchBytes = 0;
  /** The block in its turn. */
  #current: ReceivedBlock | undefined;
  /** Accounts after the last trial of a branch: an extension of that branch is tried from its end. */
  #trial: Trial | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  /** The tip once every validated block is committed. */
  acceptedTip(): TipWithWork | undefined {
    const newest = this.#batch.at(-1)?.block;
    return newest === undefined
      ? this.#options.store.head
      : { height: newest.header.height, id: newest.id, work: newest.work };
  }

  /** ID of an accepted block at a height, committed or not yet. */
  acceptedBlockId(height: number): BlockId | undefined {
    const waiting = this.#batch.find(({ block }) => block.header.height === height);
    return waiting?.block.id ?? this.#options.store.blockSummary(height)?.id;
  }

  /** Blocks that wait for their validation, and for their commit. */
  get lengths(): { readonly validations: number; readonly commits: number } {
    return {
      validations: this.#queue.length + (this.#working === undefined ? 0 : 1),
      commits: this.#batch.length,
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
  async offer(
    block: ReceivedBlock,
    { checkClock = true, mustExtendTip = false }: OfferOptions = {},
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

  /** Runs work once every block offered before is committed; nothing else runs meanwhile. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => {
      await this.#flush();
      return work();
    });
  }

  /** Stores the genesis block. Call it in `exclusively`. */
  async addGenesis(block: ValidatedBlock): Promise<void> {
    await this.#repair();
    const change = new ChangeRecorder(undefined);
    await this.#commit([block]);
    change.join(block);
    this.#publish(change);
  }

  /**
   * Rewrites the newest blocks by hand. Readers and listeners see one change, also if `work` fails. Blocks that are left are
   * forgotten. Call it in `exclusively`.
   * @param commonHeight height of the newest block that stays
   */
  async rewrite(commonHeight: number, work: (editor: ChainEditor) => Promise<void>): Promise<void> {
    const { store, forkChoice } = this.#options;
    await this.#repair();
    const change = new ChangeRecorder(store.head);
    const left = new Map<BlockId, Uint8Array>();
    store.holdPublished(commonHeight, (id) => left.get(id));
    try {
      await work({
        network: store.network,
        tip: () => store.head!,
        account: (address) => store.accountAtHead(address),
        nextBlockRules: () => forkChoice.nextBlockRules(store.head!),
        stepBack: async () => {
          if (store.head!.height <= commonHeight) throw new RangeError('this block stays');
          const block = await store.stepBack();
          left.set(block.id, block.raw);
          change.leave(block);
          await forkChoice.setHead(store.head!);
          await forkChoice.forget(block.id);
          return block.raw;
        },
        append: async (raw, { checkClock = true } = {}) => {
          const block = receiveBlock(raw);
          if (block.header.previousBlockId !== store.head!.id) throw notOnTip();
          this.#receiveHeader(block, checkClock ? this.#options.clock() : undefined);
          const validated = this.#apply(await this.#check(block), store.head!);
          await this.#commit([validated]);
          change.join(validated);
        },
      });
    } finally {
      this.#publish(change);
    }
  }

  /** Switches to the branch with the most work. Call it in `exclusively`. */
  async followBest(): Promise<void> {
    const { forkChoice } = this.#options;
    await this.#repair();
    for (let path = forkChoice.reorganization(); path !== undefined; path = forkChoice.reorganization()) {
      if (path.disconnect.length > 0 && !(await this.#tryBranch(path))) continue;
      await this.#switchTo(path);
    }
  }

  /** @returns the outcome of a block that is not to be added; `undefined` for one that is @throws ProtocolError, ConsensusError */
  #receiveHeader(block: ReceivedBlock, now: number | undefined): BlockArrival | undefined {
    const { forkChoice, store } = this.#options;
    if (store.head === undefined) throw new ChainError('not_initialized', 'the chain has no genesis block');
    const node = this.#observeRefusal(() => forkChoice.receive(block, now));
    if (node === undefined) {
      const isCanonical = store.heightOfBlock(block.id) !== undefined;
      if (isCanonical) return { outcome: 'known' };
      return { outcome: block.header.height <= forkChoice.tree.base.height ? 'too_old' : 'orphan' };
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
      fail: result.reject,
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
      const isFull = this.#batch.length >= BATCH_BLOCKS || this.#batchBytes >= BATCH_BYTES;
      if (isFull || this.#queue.length === 0) await this.#flush().catch(() => undefined); // those who wait get the error
    }
    await this.#followDescendants();
  }

  /** Follows blocks on top of the newest ones that arrived before them, and completes a reorganization that failed. */
  async #followDescendants(): Promise<void> {
    const { forkChoice, store, logger } = this.#options;
    if (forkChoice.reorganization() === undefined || this.#isClosed) return;
    try {
      await this.followBest();
    } catch (error) {
      logger.error(
        { err: error },
        `The chain stays at height ${store.head?.height}: ${(error as Error).message}`,
      );
      this.#retryTimer ??= setTimeout(() => {
        this.#retryTimer = undefined;
        this.exclusively(() => this.followBest()).catch(() => undefined); // tried again at the end of the queue
      }, RETRY_MS).unref();
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
      this.#apply(await (checking ?? this.#check(block)), this.acceptedTip()!),
    );
    const committed = Promise.withResolvers<void>();
    committed.promise.catch(() => undefined); // the caller need not await it
    this.#batch.push({ block: validated, committed });
    this.#batchBytes += block.raw.length;
    this.#options.forkChoice.addValid(block);
    return { outcome: 'accepted', committed: committed.promise };
  }

  async #addSideBlock(
    block: ReceivedBlock,
    checking: Promise<CheckedBlock> | undefined,
  ): Promise<'side' | 'reorganized'> {
    const { store, forkChoice } = this.#options;
    await this.#flush();
    await this.#repair();
    await this.#validate(block, () => checking ?? this.#check(block));
    await forkChoice.storeSideBlock(block);
    const before = store.head!.id;
    await this.followBest();
    if (forkChoice.tree.get(block.id)?.isInvalid === true) throw invalidBranchError();
    return store.head!.id === before ? 'side' : 'reorganized';
  }

  #apply(block: CheckedBlock, parent: TipWithWork): ValidatedBlock {
    return applyBlock(block, (address) => this.#account(address), parent.work);
  }

  /** The account on top of the accepted blocks. */
  #account(address: Address): AccountState | undefined {
    for (let position = this.#batch.length - 1; position >= 0; position -= 1) {
      const state = this.#batch[position]!.block.accounts.after.get(address);
      if (state !== undefined) return state;
    }
    return this.#options.store.accountAtHead(address);
  }

  /** Commits the accepted blocks. */
  async #flush(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    const { store, forkChoice, observer } = this.#options;
    const change = new ChangeRecorder(store.head);
    const blocks = batch.map(({ block }) => block);
    const startedAt = performance.now();
    try {
      await this.#commit(blocks);
    } catch (error) {
      await forkChoice.forget(blocks[0]!.id);
      this.#failAll(batch, error);
      throw error;
    } finally {
      this.#batch = [];
      this.#batchBytes = 0;
    }
    for (const block of blocks) change.join(block);
    this.#publish(change);
    observer?.committed(secondsSince(startedAt));
    for (const { committed } of batch) committed.resolve();
  }

  async #commit(blocks: readonly ValidatedBlock[]): Promise<void> {
    const { store, forkChoice } = this.#options;
    await store.commit(blocks);
    for (const block of blocks) forkChoice.addValid(block);
    await forkChoice.setHead(store.head!);
  }

  /** Rejects the blocks of a failed batch, and those that wait: they may be on top of it. */
  #failAll(batch: readonly WaitingBlock[], cause: unknown): void {
    for (const { committed } of batch) committed.reject(cause);
    const problem = `the block before it could not be stored: ${(cause as Error).message}`;
    const isBlock = ({ block }: Job): boolean => block !== undefined;
    const waiting = this.#queue.filter(isBlock);
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter((job) => !isBlock(job)));
    for (const job of waiting) job.fail(new ChainError('broken', problem, { cause }));
  }

  /** Makes the stores writable again after a failed write. @throws ChainError `broken` */
  async #repair(): Promise<void> {
    const { store, forkChoice } = this.#options;
    if (!store.isBroken) return;
    const change = new ChangeRecorder(store.head);
    const height = store.head?.height ?? -1;
    await store.repair();
    if ((store.head?.height ?? -1) === height) return;
    // The failed write is in the index after all.
    await forkChoice.load();
    this.#trial = undefined;
    for (const block of store.blocksAbove(height)) change.join(block);
    this.#publish(change);
  }

  /**
   * Tries the blocks of a heavier branch on the accounts at the common ancestor, before the first block is left. An invalid block
   * is marked as such, with all on top of it; nothing else changes.
   * @returns true if all of them are valid
   */
  async #tryBranch(path: BranchPath): Promise<boolean> {
    const { store, forkChoice, logger } = this.#options;
    const trial = this.#trialFor(path);
    const start = path.connect.findIndex(({ id }) => id === trial.end) + 1;
    for (const { id } of path.connect.slice(start)) {
      const raw = forkChoice.body(id);
      if (raw === undefined) {
        await forkChoice.forget(id); // the body was lost: peers can send the block again
        return false;
      }
      try {
        const block = await checkTransactions(receiveBlock(raw), this.#options.checker, {
          signatures: false,
        });
        const { accounts } = applyBlock(block, (address) => accountIn(trial.accounts, address, store), 0n);
        for (const [address, state] of accounts.after) trial.accounts.set(address, state);
        trial.end = id;
      } catch (error) {
        if (!provesInvalid(error)) throw error;
        logger.warn(`Block ${id} of a branch with more work is invalid: ${(error as Error).message}`);
        await forkChoice.markInvalid({ id, raw });
        return false;
      }
    }
    return true;
  }

  /** The accounts with which the trial of a branch begins: those of the last trial, if it ended on this branch. */
  #trialFor({ disconnect, connect, commonAncestor }: BranchPath): Trial {
    const { store } = this.#options;
    const tip = store.head!.id;
    const isContinued = this.#trial?.tip === tip && connect.some(({ id }) => id === this.#trial?.end);
    if (isContinued) return this.#trial!;
    const accounts: Trial['accounts'] = new Map();
    for (const { height } of disconnect) {
      for (const { address, state } of store.undoAtHead(height)) accounts.set(address, state);
    }
    this.#trial = { tip, end: commonAncestor.id, accounts };
    return this.#trial;
  }

  /**
   * Leaves the chain's newest blocks for a branch, one at a time in the commit order: a crash at any point leaves a shorter valid
   * chain, and the next start continues.
   */
  async #switchTo({ disconnect, connect, commonAncestor }: BranchPath): Promise<void> {
    const { store, forkChoice } = this.#options;
    const change = new ChangeRecorder(store.head);
    await this.#keepLeaving(disconnect);
    store.holdPublished(commonAncestor.height, (id) => forkChoice.body(id));
    try {
      for (let left = 0; left < disconnect.length; left += 1) {
        change.leave(await store.stepBack());
        await forkChoice.setHead(store.head!);
      }
      await this.#connectFromSide(connect, change);
    } finally {
      this.#trial = undefined;
      this.#publish(change);
    }
    await forkChoice.deleteStored(connect.filter(({ isActive }) => isActive).map(({ id }) => id));
  }

  /** Copies blocks to `side/` before the first of them is left. */
  async #keepLeaving(disconnect: readonly TreeBlock[]): Promise<void> {
    const { store, forkChoice } = this.#options;
    let blocks: { readonly id: BlockId; readonly raw: Uint8Array }[] = [];
    let bytes = 0;
    for (const { id, height } of disconnect) {
      const raw = await store.readRaw(height);
      blocks.push({ id, raw });
      bytes += raw.length;
      if (bytes < BATCH_BYTES) continue;
      await forkChoice.keepLeaving(blocks);
      [blocks, bytes] = [[], 0];
    }
    await forkChoice.keepLeaving(blocks);
  }

  /** Connects side blocks, which were checked on arrival, until one is invalid or lost. */
  async #connectFromSide(connect: readonly TreeBlock[], change: ChangeRecorder): Promise<void> {
    const { store, forkChoice, checker } = this.#options;
    for (const { id } of connect) {
      const raw = forkChoice.body(id);
      if (raw === undefined) return forkChoice.forget(id);
      try {
        const block = await checkTransactions(receiveBlock(raw), checker, { signatures: false });
        const validated = this.#apply(block, store.head!);
        await this.#commit([validated]);
        change.join(validated);
      } catch (error) {
        if (!provesInvalid(error)) throw error;
        return forkChoice.markInvalid({ id, raw });
      }
    }
  }

  #publish(change: ChangeRecorder): void {
    const { store, onChange } = this.#options;
    store.publish();
    const event = change.event(store.head!);
    if (event !== undefined) onChange(event);
  }

  #observeRefusal<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (isRefusal(error)) this.#options.observer?.refused();
      throw error;
    }
  }

  /** Reports how long a validation took, or that the block was refused; marks one that breaks a rule as invalid. */
  async #validate<Result>(block: ReceivedBlock, work: () => Promise<Result>): Promise<Result> {
    const { observer, forkChoice } = this.#options;
    const startedAt = performance.now();
    try {
      const result = await work();
      observer?.validated(secondsSince(startedAt));
      return result;
    } catch (error) {
      if (isRefusal(error)) observer?.refused();
      if (provesInvalid(error)) await forkChoice.markInvalid(block);
      throw error;
    }
  }
}

/** Rewrites the newest blocks (`BlockImporter.rewrite`). */
export interface ChainEditor {
  readonly network: Network;
  /** The newest block. */
  tip(): ChainTip;
  /** The account as of `tip`. */
  account(address: Address): AccountState | undefined;
  /** The header rules for a block on `tip`. */
  nextBlockRules(): BlockRules;
  /** Disconnects the newest block. @returns its bytes */
  stepBack(): Promise<Uint8Array>;
  /** Validates and commits a block on top. @throws as `BlockImporter.offer` */
  append(raw: Uint8Array, options?: { readonly checkClock?: boolean }): Promise<void>;
}

/** Accounts after the blocks of a branch that were tried, on top of those at a tip. */
interface Trial {
  /** The chain's tip at the trial. */
  readonly tip: BlockId;
  /** The newest block that was tried. */
  end: BlockId;
  /** As of `end`; an account that is not here is as at the tip. */
  readonly accounts: Map<Address, AccountState | undefined>;
}

function accountIn(
  accounts: Trial['accounts'],
  address: Address,
  store: ChainStore,
): AccountState | undefined {
  return accounts.has(address) ? accounts.get(address) : store.accountAtHead(address);
}

/** Collects what a change of the tip consists of. */
class ChangeRecorder {
  readonly #oldTip: ChainTip | undefined;
  /** Newest first. */
  readonly #disconnected: BlockId[] = [];
  /** Oldest first. */
  readonly #connected: BlockId[] = [];
  readonly #accounts: ReadonlyMap<Address, AccountState | undefined>[] = [];
  /** The oldest disconnected blocks, newest first. */
  #returned: BlockContents[] = [];

  constructor(oldTip: ChainTip | undefined) {
    this.#oldTip = oldTip && { height: oldTip.height, id: oldTip.id };
  }

  /** The newest block was disconnected. */
  leave({ id, before, ...contents }: DisconnectedBlock): void {
    this.#accounts.push(before);
    if (this.#connected.pop() !== undefined) return;
    this.#disconnected.push(id);
    this.#returned.push(contents);
    let bytes = this.#returned.reduce((sum, { raw }) => sum + raw.length, 0);
    // No other block's transactions depend on those of the newest one.
    while (bytes > RETURNED_BYTES) bytes -= this.#returned.shift()!.raw.length;
  }

  /** A block was connected on top. */
  join({ id, accounts }: ConnectedBlock): void {
    this.#accounts.push(accounts.after);
    const isBack = this.#connected.length === 0 && this.#disconnected.at(-1) === id;
    if (!isBack) this.#connected.push(id);
    else {
      this.#disconnected.pop();
      this.#returned.pop();
    }
  }

  /** @returns `undefined` if the tip is the same again */
  event({ height, id }: ChainTip): ChainEvent | undefined {
    if (id === this.#oldTip?.id) return undefined;
    const [first, ...others] = this.#accounts;
    return {
      oldTip: this.#oldTip,
      newTip: { height, id },
      commonHeight: (this.#oldTip?.height ?? -1) - this.#disconnected.length,
      disconnected: this.#disconnected,
      connected: this.#connected,
      accounts:
        first !== undefined && others.length === 0
          ? first
          : new Map(this.#accounts.flatMap((accounts) => [...accounts])),
      returned: this.#returned.toReversed(),
    };
  }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}

function notOnTip(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'it does not extend the tip');
}

function isRefusal(error: unknown): boolean {
  return error instanceof ConsensusError || error instanceof ProtocolError;
}

function invalidBranchError(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'the block, or one before it, breaks a rule');
}
