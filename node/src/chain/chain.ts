import {
  blockId,
  ConsensusError,
  countTransactions,
  decodeBlockHeader,
  genesisBlock,
  HEADER_SIZE,
  ProtocolError,
  type BlockHeader,
  type BranchEnd,
  type BranchPath,
  type HeaderContext,
  type HeaderTree,
  type TreeBlock,
} from '@cairn/protocol';
import { BlockFiles } from '../storage/block-files.ts';
import { CommitMark } from '../storage/level.ts';
import { Branches } from './branches.ts';
import {
  ChainError,
  observeCommit,
  observeValidation,
  type AcceptedBlock,
  type AppendOptions,
  type BlockArrival,
  type ChainObserver,
  type ChainOptions,
} from './chain-interface.ts';
import type {
  ChainTip,
  Reorganization,
  StaleBlock,
  StoredBlockSummary,
  TipWithWork,
} from './chain-reader.ts';
import { CommittedChain } from './committed-chain.ts';
import { PendingBlocks } from './pending-blocks.ts';
import { openConsistentCore } from './recovery.ts';
import { createSerialQueue } from './scheduling.ts';
import { summaryOf, type ChainStores } from './stored-chain.ts';
import { TransactionChecker } from './transaction-checker.ts';
import {
  applyGenesis,
  nextBlockContext,
  validateBlock,
  validateSideBlock,
  type ValidatedBlock,
} from './validated-block.ts';

/** Validated blocks that may wait for their commit while the next one is validated: more would only cost memory. */
const PENDING_AHEAD = 1;
/** Bytes of blocks that are written beside the chain, and synced, at once. */
const COPIED_BYTES = 4 * 1024 * 1024;

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
  readonly #branches: Branches;
  #closed = false;

  private constructor(
    stores: ChainStores,
    mark: CommitMark,
    branches: Branches,
    { clock, onCommitStep, observer }: ChainOptions,
  ) {
    super(stores, mark, onCommitStep);
    this.#clock = clock;
    this.#branches = branches;
    this.#observer = observer;
    this.#checker = new TransactionChecker(stores.network, undefined, (cause) =>
      stores.logger.error({ err: cause }, 'a thread that judges transactions died; another takes its place'),
    );
  }

  /**
   * Opens the chain of a data directory, recovers what an interrupted process left, and completes a reorganization.
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
      return await Chain.#assemble({ network, files, core, logger }, mark, options);
    } catch (error) {
      await mark.close();
      await files.close();
      throw error;
    }
  }

  static async #assemble(stores: ChainStores, mark: CommitMark, options: ChainOptions): Promise<Chain> {
    const { dataDirectory } = options;
    const { network, core, logger } = stores;
    let branches: Branches | undefined;
    try {
      const path = dataDirectory.readOnly ? undefined : dataDirectory.side;
      branches = await Branches.open({ path, network, core, logger });
      const chain = new Chain(stores, mark, branches, options);
      if (!dataDirectory.readOnly) await chain.#exclusively(() => chain.#reorganize());
      return chain;
    } catch (error) {
      await branches?.close();
      await core.close();
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
  acceptBlock(
    raw: Uint8Array,
    { checkClock = true, beforeValidation }: AppendOptions = {},
  ): Promise<AcceptedBlock> {
    return this.#inTurn(async () => {
      if (this.#pending.size > PENDING_AHEAD) await this.#commits.idle();
      await this.#mend();
      beforeValidation?.();
      return this.#accept(raw, checkClock);
    });
  }

  /**
   * Takes a block of any branch (PROTOCOL.md section 8): one on top of the tip is accepted as by `acceptBlock`, another one
   * is kept beside the chain, and where its branch has more work then, the chain follows that branch.
   * @throws as `appendBlock`; a block that breaks a rule stays known as invalid
   */
  offerBlock(raw: Uint8Array): Promise<BlockArrival> {
    return this.#inTurn(async () => {
      countTransactions(raw.length);
      const header = decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
      const id = blockId(raw);
      const known = this.tree.get(id);
      if (known?.isInvalid === true) throw invalidBranch();
      if (known?.hasBody === true || this.heightOfBlock(id) !== undefined) return { outcome: 'known' };
      if (this.#pending.size > PENDING_AHEAD) await this.#commits.idle();
      await this.#mend();
      if (header.previousBlockId !== this.acceptedTip()?.id) return this.#keepBeside(id, header, raw);
      const accepted = await this.#refusing(id, raw, () => this.#accept(raw, true));
      return { outcome: 'accepted', ...accepted };
    });
  }

  /** The headers of all branches that may still become the chain. @throws RangeError before the genesis block is stored */
  get tree(): HeaderTree {
    return this.#branches.tree;
  }

  /** The ends of all known branches, most work first (`cairn tips`). */
  branchEnds(): BranchEnd[] {
    return this.#branches.ends();
  }

  /** Blocks that are not canonical, highest first. @throws LevelError */
  staleBlocks(limit: number): StaleBlock[] {
    return this.#branches.staleBlocks(limit);
  }

  get branchesVersion(): number {
    return this.#branches.version;
  }

  /** What a reader who saw a block as the tip has to know of the chain now; `undefined` for an unknown block. */
  wayToTip(id: string): Reorganization | undefined {
    const newTip = this.tip();
    const oldTip = this.tree.get(id);
    if (newTip === undefined || oldTip === undefined) return undefined;
    const { commonAncestor, disconnect, connect } = this.tree.path(id, newTip.id);
    return {
      oldTip: { height: oldTip.height, id },
      newTip,
      commonHeight: commonAncestor.height,
      disconnected: disconnect.map((block) => block.id),
      connected: connect.map((block) => block.id),
    };
  }

  /**
   * Judges a header and inserts it into the tree.
   * @param header 118 bytes
   * @returns `undefined` when its parent is not known
   * @throws ProtocolError, ConsensusError
   */
  receiveHeader(header: Uint8Array): TreeBlock | undefined {
    return this.tree.receive(header, this.#clock());
  }

  /** Holds the tree to its limits after headers were received. */
  async pruneHeaders(): Promise<void> {
    await this.#branches.prune();
  }

  /** Forgets a side block and those on top of it, as if they had never arrived; has no effect on a canonical one. */
  forgetBranch(id: string): Promise<void> {
    return this.#inTurn(() => this.#branches.forget(id));
  }

  /** The bytes of a block of any branch; `undefined` where they are not kept. @throws BlockFileError, LevelError */
  async readBlockById(id: string): Promise<Uint8Array | undefined> {
    const height = this.heightOfBlock(id);
    if (height === undefined) return this.#branches.body(id);
    const raw = await this.readRawBlock(height);
    return raw !== undefined && blockId(raw) === id ? raw : this.#branches.body(id);
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
    return this.#pending.tip() ?? this.tip();
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
      const left = await this.#takeOff();
      await this.#branches.forget(left.id);
      return left;
    });
  }

  /**
   * Runs steps back and appends, each of which goes its own way, as one reorganization for everybody who watches: for the
   * control of a devnet. Side blocks with more work than the common block are forgotten: the chain would follow them.
   * @param commonHeight of the newest block that stays
   */
  async replaceBlocks(commonHeight: number, work: () => Promise<void>): Promise<void> {
    await this.#inTurn(() => this.#branches.forgetHeavierThan(this.blockSummary(commonHeight)!.id));
    return this.reorganizing(work);
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
    await this.#branches.close();
    await this.closeStores();
  }

  #requireTip(): TipWithWork {
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
  async #validate(raw: Uint8Array, checkClock: boolean, judgeTransfers = true): Promise<ValidatedBlock> {
    const { losses } = this.#pending;
    const parent = this.#pending.tip() ?? this.#requireTip();
    const header = this.#nextBlockContext(parent);
    const context = {
      judgeTransfers,
      parentWork: parent.work,
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
      const summary = await this.#commit(block);
      await this.#pending.remove(block);
      return summary;
    } catch (error) {
      this.#pending.giveUp(error);
      await this.#branches.forget(block.id);
      throw error;
    }
  }

  async #commit(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const summary = await observeCommit(this.#observer, () => this.commitBlock(block));
    await this.#branches.moved(this.#requireTip());
    return summary;
  }

  /** Takes the newest block off; nothing else is under way. */
  async #takeOff(): Promise<StoredBlockSummary> {
    this.#pending.forgetAccounts();
    const left = await this.takeNewestOff();
    await this.#branches.moved(this.#requireTip());
    return left;
  }

  /** Validates a block on top of the accepted ones, and begins to commit it. */
  async #accept(raw: Uint8Array, checkClock: boolean): Promise<AcceptedBlock> {
    const block = await this.#validate(raw, checkClock);
    this.#pending.add(block);
    this.#branches.accepted(block.id, block.header, raw.length);
    const committed = this.#commits.run(() => this.#commitAccepted(block));
    committed.catch(() => undefined); // the caller need not wait for it
    if (this.tree.best.id !== block.id) {
      // Blocks on top of it, or a heavier branch that waited for it, are there already.
      await this.#commits.idle();
      if (!this.isBroken) await this.#reorganize();
    }
    return { committed };
  }

  async #keepBeside(id: string, header: BlockHeader, raw: Uint8Array): Promise<BlockArrival> {
    const block = this.receiveHeader(raw);
    if (block === undefined) {
      return { outcome: header.height <= this.tree.base.height ? 'too_old' : 'orphan' };
    }
    if (block.isInvalid) throw invalidBranch();
    await this.#refusing(id, raw, () =>
      validateSideBlock(raw, header, { network: this.network, checker: this.#checker }),
    );
    await this.#branches.keep(id, raw);
    if (this.#branches.pendingReorganization() === undefined) return { outcome: 'side' };
    await this.#commits.idle();
    await this.#reorganize();
    return { outcome: 'reorganized' };
  }

  /** Runs a judgement of a block, and remembers the block where it breaks a rule whatever the clock says. */
  async #refusing<Result>(id: string, raw: Uint8Array, judge: () => Promise<Result>): Promise<Result> {
    try {
      return await judge();
    } catch (error) {
      if (isConclusive(error) && this.receiveHeader(raw) !== undefined) await this.#branches.refuse(id, raw);
      throw error;
    }
  }

  /**
   * Follows the branch of most work, one block at a time in the commit order, so that a crash at any point leaves a shorter
   * valid chain that the next start completes. A block that turns out to be invalid is remembered, and the way goes on to
   * the best branch that is left. Nothing else is under way.
   */
  async #reorganize(): Promise<void> {
    const first = this.#branches.pendingReorganization();
    if (first === undefined) return;
    const oldTip = this.#requireTip();
    this.#pending.forgetAccounts();
    await this.reorganizing(async () => {
      await this.#keepLeft(first);
      for (let path = this.#branches.pendingReorganization(); path !== undefined;) {
        const [next] = path.connect;
        if (path.disconnect.length > 0) await this.#takeOff();
        else await this.#connect(next!.id);
        path = this.#branches.pendingReorganization();
      }
    });
    await this.#branches.release(
      this.tree.path(oldTip.id, this.#requireTip().id).connect.map(({ id }) => id),
    );
  }

  /** Makes the blocks that will be left durable beside the chain, before the first of them leaves it. */
  async #keepLeft({ disconnect }: BranchPath): Promise<void> {
    let blocks: { readonly id: string; readonly raw: Uint8Array }[] = [];
    let bytes = 0;
    for (const { id, height } of disconnect) {
      const raw = await this.readRawBlock(height);
      if (raw === undefined) throw new ChainError('broken', `block ${height} cannot be read`);
      blocks.push({ id, raw });
      bytes += raw.length;
      if (bytes < COPIED_BYTES) continue;
      await this.#branches.copyAside(blocks);
      [blocks, bytes] = [[], 0];
    }
    await this.#branches.copyAside(blocks);
  }

  /** Connects a side block, whose transfers were judged by themselves when it arrived. */
  async #connect(id: string): Promise<void> {
    const raw = this.#branches.body(id);
    if (raw === undefined) return this.#branches.forget(id); // its body was lost: peers have it
    try {
      await this.#commit(await this.#validate(raw, false, false));
    } catch (error) {
      if (!isConclusive(error)) throw error;
      this.logger.warn(
        `Block ${id}, which would have led to more work, is invalid: ${(error as Error).message}`,
      );
      await this.#branches.refuse(id, raw);
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

/** True for a broken rule that condemns the block: not where only the bytes, or this node's clock, may be wrong. */
function isConclusive(error: unknown): boolean {
  if (error instanceof ProtocolError) return true;
  if (!(error instanceof ConsensusError)) return false;
  return error.code !== 'bad_merkle_root' && error.code !== 'timestamp_too_new';
}

function invalidBranch(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'the block, or one before it, breaks a rule');
}

/** Opens the chain of a data directory; see {@link Chain.open}. */
export function openChain(options: ChainOptions): Promise<Chain> {
  return Chain.open(options);
}
