import { type BlockId, type BranchPath, ConsensusError, ProtocolError } from '@cairn/protocol';
import PQueue from 'p-queue';
import type { Log, Runtime } from '../runtime.ts';
import type { BlockLocation, FilePosition } from '../storage/block-log.ts';
import { StorageWriteError } from '../storage/errors.ts';
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
import type { ChainChange } from './chain-change.ts';
import type { ChainStore } from './chain-store.ts';
import {
  ChainError,
  type BlockBase,
  type ChainEvent,
  type ChainObserver,
  type ChainTip,
} from './chain-types.ts';
import type { ForkChoice } from './fork-choice.ts';
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
  /** True to keep the blocks that are left as a side branch, as deep as branches are kept; they are forgotten by default. */
  readonly keepLeft?: boolean;
}

interface ImporterOptions {
  readonly store: ChainStore;
  readonly forkChoice: ForkChoice;
  readonly checker: TransactionChecker;
  /** Unix seconds. */
  readonly clock: () => number;
  readonly runtime: Runtime;
  readonly onChange: (event: ChainEvent) => void;
  /** Called once when a write has failed: nothing more is written, and every offer is refused. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  readonly observer?: ChainObserver | undefined;
  readonly logger: Log;
}

/** Of work in the queue. Blocks on top of the tip go before blocks of other branches. */
const PRIORITY = { ahead: 1, side: 0 };
/** Between two attempts to follow a branch from which a damaged block keeps the chain. */
const RETRY_MS = 5_000;

/**
 * Adds blocks to the chain, in one queue: each is validated in its turn, and those on top of the tip that wait together are written
 * together. Where another branch gets more work, the chain switches to it (PROTOCOL.md section 8).
 */
export class BlockImporter {
  readonly #options: ImporterOptions;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #closing = new AbortController();
  /** The write that failed. */
  #failure: Error | undefined;
  /** Blocks on top of the tip, or of each other, that are in the queue. */
  readonly #ahead = new Set<BlockId>();
  /** Validated blocks on top of the newest block on disk, and the promise of their write. */
  #change: ChainChange;
  #written = newWrite();
  /** The last trial of a branch on the chain as it is: an extension of that branch is tried from its end. */
  #trial: Trial | undefined;
  /** Why the branch with the most work is not followed. */
  #obstacle: string | undefined;
  #isRetrying = false;

  constructor(options: ImporterOptions) {
    this.#options = options;
    this.#change = options.store.newChange();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Blocks that wait for their validation, and for their write. */
  get lengths(): { readonly validations: number; readonly commits: number } {
    return { validations: this.#queue.size + this.#queue.pending, commits: this.#change.size };
  }

  /** Resolves once everything offered so far is on disk or rejected. */
  idle(): Promise<void> {
    return this.#queue.onIdle();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
  }

  /**
   * Takes a block of any branch.
   * @throws ProtocolError for malformed bytes, ConsensusError for a broken rule (the block is remembered as invalid), StorageWriteError
   *   for a failed write, ChainError if the chain is closed; the chain is unchanged in each case
   */
  async offer(block: ReceivedBlock): Promise<BlockArrival> {
    try {
      const { written, ...arrival } = await this.#offer(block);
      await written;
      return arrival;
    } catch (error) {
      if (error instanceof ConsensusError || error instanceof ProtocolError)
        this.#options.observer?.refused();
      throw error;
    }
  }

  /**
   * Begins all checks of a block that need no state.
   * @param checksSignatures false to trust them
   * @throws ProtocolError, ConsensusError
   */
  async check(received: ReceivedBlock, checksSignatures = true): Promise<CheckedBody> {
    const { checker } = this.#options;
    const block = await checkTransactions(received, checker);
    const transfers = checksSignatures ? checkTransfers(block, checker) : Promise.resolve();
    transfers.catch(() => undefined); // awaited in its turn
    return { block, transfers };
  }

  /**
   * Takes a block of the block files, and remembers no verdict on it. Call it in `exclusively`, in the order of the files, and with
   * none behind one that was refused: `core/` must not account for it.
   * @throws ProtocolError, ConsensusError, StorageWriteError
   */
  async take(body: CheckedBody, location: BlockLocation): Promise<BlockArrival['outcome']> {
    const { store } = this.#options;
    const { block } = body;
    const known = this.#receiveHeader(block, undefined);
    if (known === undefined) return (await this.#add(block, Promise.resolve(body), location)).outcome;
    // The newest record counts: the block was appended again after it had been forgotten.
    if (store.left(block.id) !== undefined) {
      await this.#flush();
      await store.writeLeft(block, location);
    }
    return known.outcome;
  }

  /** Writes what was taken, and follows the branch with the most work. Call it in `exclusively`. @throws StorageWriteError */
  async settle(): Promise<void> {
    await this.#flush();
    await this.#follow();
  }

  /** Prunes the header tree, also while blocks are added; does nothing after a failed write, or once closed. @throws StorageWriteError */
  async pruneHeaders(): Promise<void> {
    if (this.#isClosed || this.#failure !== undefined) return;
    try {
      await this.#options.forkChoice.prune();
    } catch (error) {
      if (error instanceof StorageWriteError) this.#fail(error);
      throw error;
    }
  }

  /** Runs work once every block on top of the tip that was offered before is on disk; nothing else runs meanwhile. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    return this.#enqueue(PRIORITY.ahead, async () => {
      await this.#flush();
      return work();
    });
  }

  /**
   * Replaces the newest blocks by hand. Readers and listeners see one change. Blocks that are not kept are left for good: a forget
   * record says so, and branches with at least the work of the newest block that stays are forgotten with them. To blocks that are kept
   * the chain returns unless those that replace them have more work. Call it in `exclusively`.
   * @param commonHeight height of the newest block that stays
   * @param nextBlock returns the bytes of the block to put on top, or `undefined` at the end; its timestamp is not checked against
   *   the clock
   * @throws ChainError `genesis_cannot_step_back` if no block is to stay; what `nextBlock` throws, ConsensusError for an invalid block;
   *   BlockFileError
   */
  async replaceAbove(
    commonHeight: number,
    nextBlock: (on: BlockBase) => Promise<Uint8Array | undefined>,
    { keepLeft = false }: ReplaceOptions = {},
  ): Promise<void> {
    const { store, forkChoice, checker } = this.#options;
    const common = commonHeight < 0 ? undefined : store.latest.block(commonHeight);
    if (common === undefined)
      throw new ChainError('genesis_cannot_step_back', 'the genesis block cannot be disconnected');
    const isKept = keepLeft && forkChoice.tree.get(common.id) !== undefined;
    // If this fails half-way, `#follow` returns to the branch with the most work, and tells readers then.
    if (!isKept) await this.#forgetAbove(common);
    let change = await this.#leaveAbove(commonHeight);
    for (;;) {
      const { network } = checker;
      const rules = forkChoice.nextBlockRules(change.tip);
      const raw = await nextBlock({ network, rules, accounts: change });
      if (raw === undefined) break;
      const block = receiveBlock(raw);
      if (block.header.previousBlockId !== change.tip.id)
        throw new ConsensusError('bad_previous_block', 'it does not extend the tip');
      forkChoice.receive(block, undefined);
      change = await this.#withRoomFor(raw.length, change);
      const location = store.left(block.id) ?? change.left.find(({ id }) => id === block.id);
      change.join(await this.#validateOn(change, this.check(block)), location);
    }
    await this.#write(change);
    this.#publish();
  }

  /**
   * Obeys a forget record of the block files. Call it in `exclusively`, as `take`.
   * @param end of the record
   * @returns false if the block is unknown
   */
  async forgetAbove(id: BlockId, end: FilePosition): Promise<boolean> {
    const { store } = this.#options;
    await this.#flush();
    if (store.latest.heightOfBlock(id) === undefined && !(await this.goTo(id))) return false;
    const height = store.latest.heightOfBlock(id)!;
    await this.#forgetAbove({ height, id }, end);
    this.#publish();
    return true;
  }

  /**
   * Makes a block the tip, whatever its work: where a switch of several writes was interrupted, the block files alone do not tell the
   * chain. Call it in `exclusively`.
   * @returns false if the block or one before it is unknown, or invalid
   */
  async goTo(id: BlockId): Promise<boolean> {
    const { store, forkChoice } = this.#options;
    const { tree } = forkChoice;
    const block = tree.get(id);
    if (block?.isComplete !== true || block.isInvalid) return false;
    await this.#switchTo(tree.path(tree.active.id, id));
    return store.latest.tip.id === id;
  }

  async #offer(block: ReceivedBlock): Promise<QueuedArrival> {
    this.#requireOpen();
    const refused = this.#receiveHeader(block, this.#options.clock());
    if (refused !== undefined) return refused;
    const { previousBlockId } = block.header;
    const isAhead = previousBlockId === this.#change.tip.id || this.#ahead.has(previousBlockId);
    if (isAhead) this.#ahead.add(block.id);
    // Other blocks are checked in their turn: they must not delay these.
    const checking = isAhead ? this.check(block) : undefined;
    checking?.catch(() => undefined); // awaited in its turn
    return this.#enqueue(isAhead ? PRIORITY.ahead : PRIORITY.side, async () => {
      try {
        return (
          this.#receiveHeader(block, undefined) ?? // meanwhile the branch may have turned out to be invalid, or left the tree
          (await this.#add(block, checking ?? this.check(block)))
        );
      } catch (error) {
        if (provesInvalid(error)) await this.#options.forkChoice.markInvalid(block.id);
        throw error;
      } finally {
        this.#ahead.delete(block.id);
      }
    });
  }

  /** @returns the outcome of a block that is not to be added; `undefined` for one that is @throws ProtocolError, ConsensusError */
  #receiveHeader(block: ReceivedBlock, now: number | undefined): BlockArrival | undefined {
    const { forkChoice, store } = this.#options;
    const node = forkChoice.receive(block, now);
    if (node === undefined) {
      if (store.latest.heightOfBlock(block.id) !== undefined) return { outcome: 'known' };
      return { outcome: block.header.height <= forkChoice.tree.base.height ? 'too_old' : 'orphan' };
    }
    if (node.isInvalid) throw invalidBranchError();
    return node.hasBody ? { outcome: 'known' } : undefined;
  }

  #requireOpen(): void {
    const { message } = this.#failure ?? {};
    if (message !== undefined) throw new ChainError('closed', `a write failed: ${message}`);
    if (this.#isClosed) throw new ChainError('closed', 'the chain is closed');
  }

  #enqueue<Result>(priority: number, work: () => Promise<Result>): Promise<Result> {
    const task = async (): Promise<Result> => {
      if (this.#failure !== undefined) this.#requireOpen();
      try {
        return await work();
      } catch (error) {
        if (error instanceof StorageWriteError) this.#fail(error);
        throw error;
      } finally {
        await this.#afterWork();
      }
    };
    return this.#queue.add(task, { priority });
  }

  /** Never throws: an error is for those who wait for the write. */
  async #afterWork(): Promise<void> {
    try {
      if (this.#ahead.size === 0) await this.#flush();
      if (this.#queue.size === 0 && !this.#isClosed) await this.#follow();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#written.reject(error);
    this.#options.onFailure?.(error);
  }

  /**
   * Follows the branch with the most work; readers see one change. A block that has to be left and cannot be read keeps the chain where
   * it is, which tries again.
   * @throws StorageWriteError
   */
  async #follow(): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      const { tree } = this.#options.forkChoice;
      for (let path = tree.reorganization(); path !== undefined; path = tree.reorganization())
        await this.#switchTo(path);
      this.#publish();
      this.#obstacle = undefined;
    } catch (error) {
      if (error instanceof StorageWriteError) throw error;
      const { store, logger } = this.#options;
      const { message } = error as Error;
      if (message !== this.#obstacle)
        logger.error({ err: error }, `The chain stays at height ${store.published.tip.height}: ${message}`);
      this.#obstacle = message;
      void this.#retryLater();
    }
  }

  async #retryLater(): Promise<void> {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    await this.#options.runtime.sleep(RETRY_MS, this.#closing.signal);
    this.#isRetrying = false;
    if (!this.#isClosed) this.#enqueue(PRIORITY.side, () => Promise.resolve()).catch(() => undefined);
  }

  /** @param location where it is in the block files already */
  async #add(
    block: ReceivedBlock,
    checking: Promise<CheckedBody>,
    location?: BlockLocation,
  ): Promise<QueuedArrival> {
    if (block.header.previousBlockId !== this.#change.tip.id)
      return { outcome: await this.#addSideBlock(block, checking, location) };
    if (!this.#change.takes(block.raw.length)) await this.#flush();
    const validated = await this.#measure(this.#validateOn(this.#change, checking));
    this.#change.join(validated, location);
    this.#options.forkChoice.addStored(validated);
    return { outcome: 'accepted', written: this.#written.promise };
  }

  async #addSideBlock(
    block: ReceivedBlock,
    checking: Promise<CheckedBody>,
    location: BlockLocation | undefined,
  ): Promise<'side' | 'reorganized' | 'too_old'> {
    const { store, forkChoice } = this.#options;
    await this.#flush();
    await this.#measure(checking.then(({ transfers }) => transfers));
    if (location !== undefined) {
      await store.writeLeft(block, location);
      forkChoice.addStored(block);
    } else if (!(await forkChoice.storeSideBlock(block))) return 'too_old';
    await this.#follow();
    const node = forkChoice.tree.get(block.id);
    if (node?.isInvalid === true) throw invalidBranchError();
    return node?.isActive === true ? 'reorganized' : 'side';
  }

  /** Validates a block on top of a change: applies it while threads check its transfers. */
  async #validateOn(change: ChainChange, checking: Promise<CheckedBody>): Promise<ValidatedBlock> {
    const { block, transfers } = await checking;
    const applying = applyBlock(block, change, change.tip.work, this.#options.runtime.turn);
    await Promise.allSettled([transfers, applying]);
    await transfers;
    return applying;
  }

  /** Writes the validated blocks. */
  async #flush(): Promise<void> {
    if (this.#change.size === 0 || this.#failure !== undefined) return;
    const written = this.#written;
    const isOver = this.#options.observer?.committing();
    await this.#write(this.#change);
    this.#publish();
    isOver?.();
    this.#written = newWrite();
    written.resolve();
  }

  /** Writes a change, and follows it in memory. */
  async #write(change: ChainChange): Promise<void> {
    const { store, forkChoice } = this.#options;
    await store.write(change);
    this.#change = store.newChange();
    this.#trial = undefined;
    for (const block of change.joined) forkChoice.addStored(block);
    await forkChoice.setActive(change.tip);
  }

  /** A change that takes a block: the given one, or a new one once that is written. */
  async #withRoomFor(sizeBytes: number, change: ChainChange): Promise<ChainChange> {
    if (change.takes(sizeBytes)) return change;
    await this.#write(change);
    return this.#options.store.newChange();
  }

  /** Leaves one branch for another; the next start continues if the process ends meanwhile. */
  async #switchTo(path: BranchPath): Promise<void> {
    const { connect, disconnect, commonAncestor } = path;
    const { store } = this.#options;
    if (disconnect.length > 0) {
      const trial = await this.#tryBranch(path);
      if (trial === undefined) return;
      if (trial.isWhole) return this.#write(trial.change);
    }
    let change = await this.#leaveAbove(commonAncestor.height);
    for (const { id } of connect) {
      change = await this.#withRoomFor(store.sideEntry(id)?.sizeBytes ?? 0, change);
      const next = await this.#applySideBlock(id, change);
      if (next === undefined) break;
      change.join(next.block, next.location);
    }
    await this.#write(change);
  }

  /** Leaves the blocks above a height. @returns a change in which the last of them leave, not written */
  async #leaveAbove(height: number): Promise<ChainChange> {
    const { store } = this.#options;
    for (;;) {
      const change = store.newChange();
      await store.leaveBlocks(change, height);
      if (change.tip.height === height) return change;
      await this.#write(change);
    }
  }

  /**
   * Leaves the blocks above one for good, each write with its own record of that.
   * @param end of the forget record, if it is in the block files already
   */
  async #forgetAbove({ height, id }: ChainTip, end?: FilePosition): Promise<void> {
    const { store, forkChoice } = this.#options;
    await forkChoice.forgetAtLeastAsHeavy(id);
    for (let isOver = false; !isOver;) {
      const change = store.newChange();
      await store.leaveBlocks(change, height);
      isOver = change.tip.height === height;
      const lowest = change.left.at(-1);
      if (end === undefined && lowest !== undefined) change.backTo = change.tip.id;
      if (isOver) change.end = end;
      change.forgotten = change.left.map((block) => block.id);
      await this.#write(change);
      if (lowest !== undefined) await forkChoice.forget(lowest.id);
    }
  }

  /**
   * Tries the blocks of a heavier branch on the accounts at the common ancestor, before the first block is left. An invalid block
   * is marked as such, with all on top of it; nothing else changes.
   * @returns `undefined` if one of them is invalid or lost
   */
  async #tryBranch(path: BranchPath): Promise<Trial | undefined> {
    const { connect } = path;
    const isTried = connect.some(({ id }) => id === this.#trial?.end);
    const trial = isTried ? this.#trial! : await this.#newTrial(path);
    this.#trial = trial;
    for (const { id } of connect.slice(connect.findIndex((block) => block.id === trial.end) + 1)) {
      const next = await this.#applySideBlock(id, trial.change);
      if (next === undefined) return undefined;
      trial.isWhole &&= trial.change.takes(next.block.raw.length);
      if (trial.isWhole) trial.change.join(next.block, next.location);
      else trial.change.goOn(next.block);
      trial.end = id;
    }
    return trial;
  }

  async #newTrial({ disconnect, commonAncestor }: BranchPath): Promise<Trial> {
    const { store } = this.#options;
    const { height, id: end } = commonAncestor;
    const whole = store.newChange();
    await store.leaveBlocks(whole, height);
    if (whole.tip.height === height) return { end, change: whole, isWhole: true };
    for (const block of disconnect) await store.readBlock(store.latest.block(block.height)!); // damage ends it here
    const change = store.newChange();
    await change.moveTo(commonAncestor, await store.accountsBefore(height));
    return { end, change, isWhole: false };
  }

  /**
   * Applies a block of another branch, which was checked on its arrival.
   * @returns `undefined` if it is lost, and forgotten, or invalid, and marked so
   */
  async #applySideBlock(
    id: BlockId,
    change: ChainChange,
  ): Promise<{ block: ValidatedBlock; location: BlockLocation | undefined } | undefined> {
    const { store, forkChoice, checker, logger, runtime } = this.#options;
    const raw = await store.sideBody(id);
    try {
      if (raw === undefined) throw new ConsensusError('bad_merkle_root', 'its bytes are lost');
      const checked = await checkTransactions(receiveBlock(raw), checker);
      const block = await applyBlock(checked, change, change.tip.work, runtime.turn);
      return { block, location: store.left(id) };
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error;
      if (provesInvalid(error)) {
        logger.warn(`Block ${id} of a branch with more work is invalid: ${error.message}`);
        await forkChoice.markInvalid(id);
      } else await forkChoice.forget(id); // its stored bytes are not its own: peers can send it again
      return undefined;
    }
  }

  /** Tells listeners of the change since the last time. */
  #publish(): void {
    const event = this.#options.store.publish();
    if (event !== undefined) this.#options.onChange(event);
  }

  async #measure<Result>(validation: Promise<Result>): Promise<Result> {
    const isOver = this.#options.observer?.validating();
    const result = await validation;
    isOver?.();
    return result;
  }
}

/** Of a block in the queue. `written` resolves once an accepted one is on disk, and rejects if it cannot be stored. */
interface QueuedArrival extends BlockArrival {
  readonly written?: Promise<void>;
}

/** A block whose transfers are being checked. `transfers` rejects with ProtocolError or ConsensusError for an invalid one. */
export interface CheckedBody {
  readonly block: CheckedBlock;
  readonly transfers: Promise<void>;
}

/** A branch that is tried. */
interface Trial {
  /** The newest block that was tried. */
  end: BlockId;
  /** From the newest block on disk to `end`. */
  readonly change: ChainChange;
  /** True while it is small enough for one write: it is what is written then. */
  isWhole: boolean;
}

/** The promise of a write, of whose failure nobody has to know. */
function newWrite(): PromiseWithResolvers<void> {
  const write = Promise.withResolvers<void>();
  write.promise.catch(() => undefined);
  return write;
}

function invalidBranchError(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'the block, or one before it, breaks a rule');
}
