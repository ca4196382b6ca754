import {
  type BlockHeader,
  blockId,
  type BlockId,
  type BranchEnd,
  type BranchPath,
  ConsensusError,
  countTransactions,
  decodeBlockHeader,
  genesisBlock,
  HEADER_SIZE,
  type HeaderTree,
  ProtocolError,
  type TreeBlock,
} from '@cairn/protocol';
import { BlockFiles } from '../storage/block-files.ts';
import { CommitMark } from '../storage/level.ts';
import { AcceptingChain } from './accepting-chain.ts';
import { Branches } from './branches.ts';
import {
  ChainError,
  type AcceptedBlock,
  type AppendOptions,
  type BlockArrival,
  type ChainOptions,
} from './chain-types.ts';
import type { Reorganization, StaleBlock, StoredBlockSummary } from './chain-reader.ts';
import { openConsistentCore } from './recovery.ts';
import type { ChainStores } from './stored-chain.ts';
import { applyGenesis, validateSideBlock } from './block-validation.ts';

/** Bytes of blocks copied to `side/` per synced write. */
const COPY_BATCH_BYTES = 4 * 1024 * 1024;

/**
 * The canonical chain: accepts blocks of any branch, follows the branch with the most work, and answers queries about
 * confirmed data (PROTOCOL.md sections 6 and 8).
 */
export class Chain extends AcceptingChain {
  /**
   * Opens the chain of a data directory, recovers from an interrupted write, and completes an interrupted reorganization.
   * @throws BlockFileError for damaged block files, LevelError if `core/` cannot be used, StorageWriteError for a
   *   failed write, the signal's reason if a rebuild of `core/` was aborted
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
      if (!dataDirectory.readOnly) await chain.exclusively(() => chain.#reorganize());
      return chain;
    } catch (error) {
      await branches?.close();
      await core.close();
      throw error;
    }
  }

  /**
   * Stores the network's genesis block in an empty chain.
   * @throws ChainError `already_initialized`, or if the chain is closed or cannot write; ProtocolError
   *   `network_not_initializable`; StorageWriteError; LevelError
   */
  initializeGenesis(): Promise<StoredBlockSummary> {
    return this.exclusively(async () => {
      if (this.currentTip !== undefined) {
        throw new ChainError('already_initialized', 'the chain already has its genesis block');
      }
      return this.commit(await applyGenesis(genesisBlock(this.network)));
    });
  }

  /**
   * Validates a block on top of the tip and commits it; resolves once it is on disk.
   * @param raw the block's canonical bytes
   * @throws ProtocolError for malformed bytes, ConsensusError for a broken rule, StorageWriteError for a failed write,
   *   LevelError for a damaged index, ChainError if the chain is closed, has no genesis block or cannot write; the tip
   *   is unchanged in each case
   */
  async appendBlock(raw: Uint8Array, options: AppendOptions = {}): Promise<StoredBlockSummary> {
    const { committed } = await this.acceptBlock(raw, options);
    return committed;
  }

  /**
   * Validates a block on top of all accepted blocks and starts to commit it; the next block can be validated meanwhile.
   * @throws as `appendBlock`; after an error nothing of the block remains
   */
  acceptBlock(
    raw: Uint8Array,
    { checkClock = true, beforeValidation }: AppendOptions = {},
  ): Promise<AcceptedBlock> {
    return this.inTurn(async () => {
      await this.waitForRoom();
      beforeValidation?.();
      return this.#acceptAndFollow(raw, checkClock);
    });
  }

  /**
   * Accepts a block of any branch (PROTOCOL.md section 8): on top of the tip as `acceptBlock` does, elsewhere as a side
   * block. If the branch of the block then has the most work, the chain switches to that branch.
   * @throws as `appendBlock`; a block that breaks a rule is remembered as invalid
   */
  offerBlock(raw: Uint8Array): Promise<BlockArrival> {
    return this.inTurn(async () => {
      countTransactions(raw.length);
      const header = decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
      const id = blockId(raw);
      const known = this.tree.get(id);
      if (known?.isInvalid === true) throw invalidBranchError();
      if (known?.hasBody === true || this.heightOfBlock(id) !== undefined) return { outcome: 'known' };
      await this.waitForRoom();
      if (header.previousBlockId !== this.acceptedTip()?.id) return this.#keepAsSideBlock(id, header, raw);
      const accepted = await this.#markIfInvalid(id, raw, () => this.#acceptAndFollow(raw, true));
      return { outcome: 'accepted', ...accepted };
    });
  }

  /** The headers of all branches that may still become the chain. @throws RangeError before the genesis block is stored */
  get tree(): HeaderTree {
    return this.branches.tree;
  }

  /** The tips of all known branches, most work first (`cairn tips`). */
  branchTips(): BranchEnd[] {
    return this.branches.tips();
  }

  /** Blocks that are not canonical, highest first. @throws LevelError */
  staleBlocks(limit: number): StaleBlock[] {
    return this.branches.staleBlocks(limit);
  }

  get branchesVersion(): number {
    return this.branches.version;
  }

  /** The reorganization from a former tip to the current one; `undefined` for an unknown block. */
  reorganizationFrom(id: BlockId): Reorganization | undefined {
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
   * Validates a header and inserts it into the tree.
   * @param header 118 bytes
   * @returns `undefined` if its parent is not in the tree: unknown, or too far below the tip (`TreeLimits.depth`)
   * @throws ProtocolError, ConsensusError
   */
  receiveHeader(header: Uint8Array): TreeBlock | undefined {
    return this.tree.receive(header, this.clock());
  }

  /** Prunes the tree to its limits; call it after receiving headers. */
  async pruneHeaders(): Promise<void> {
    await this.branches.prune();
  }

  /** Forgets a side block and its descendants, as if they had never arrived; has no effect on a canonical block. */
  forgetBranch(id: BlockId): Promise<void> {
    return this.inTurn(() => this.branches.forget(id));
  }

  /** The bytes of a block of any branch; `undefined` if they are not stored. @throws BlockFileError, LevelError */
  async readBlockById(id: BlockId): Promise<Uint8Array | undefined> {
    const height = this.heightOfBlock(id);
    if (height === undefined) return this.branches.body(id);
    const raw = await this.readRawBlock(height);
    return raw !== undefined && blockId(raw) === id ? raw : this.branches.body(id);
  }

  /**
   * Disconnects the newest block in every store.
   * @throws ChainError `genesis_cannot_step_back`, or if the chain is closed, has no genesis block or cannot write;
   *   BlockFileError; StorageWriteError; LevelError
   */
  stepBack(): Promise<StoredBlockSummary> {
    return this.exclusively(async () => {
      if (this.requireTip().height === 0) {
        throw new ChainError('genesis_cannot_step_back', 'the genesis block cannot be disconnected');
      }
      const disconnected = await this.disconnectTip();
      await this.branches.forget(disconnected.id);
      return disconnected;
    });
  }

  /**
   * Presents calls of `stepBack` and `appendBlock` to subscribers as one reorganization; for devnet control. Side blocks
   * with more work than the common block are forgotten: the chain would switch to them.
   * @param commonHeight height of the newest block that remains
   */
  async replaceBlocks(commonHeight: number, work: () => Promise<void>): Promise<void> {
    await this.inTurn(() => this.branches.forgetHeavierThan(this.blockSummary(commonHeight)!.id));
    return this.asOneReorganization(work);
  }

  async #acceptAndFollow(raw: Uint8Array, checkClock: boolean): Promise<AcceptedBlock> {
    const accepted = await this.accept(raw, checkClock);
    if (this.tree.best.id !== this.acceptedTip()?.id) {
      // Blocks on top of this one, or a heavier branch that includes it, were stored before it.
      await this.committed();
      if (!this.isBroken) await this.#reorganize();
    }
    return accepted;
  }

  async #keepAsSideBlock(id: BlockId, header: BlockHeader, raw: Uint8Array): Promise<BlockArrival> {
    const block = this.receiveHeader(raw);
    if (block === undefined) {
      return { outcome: header.height <= this.tree.base.height ? 'too_old' : 'orphan' };
    }
    if (block.isInvalid) throw invalidBranchError();
    await this.#markIfInvalid(id, raw, () =>
      validateSideBlock(raw, header, { network: this.network, checker: this.checker }),
    );
    await this.branches.storeSideBlock(id, raw);
    if (this.branches.pendingReorganization() === undefined) return { outcome: 'side' };
    await this.committed();
    await this.#reorganize();
    return { outcome: 'reorganized' };
  }

  /** Runs the validation of a block, and marks the block as invalid if an error proves that it is. */
  async #markIfInvalid<Result>(
    id: BlockId,
    raw: Uint8Array,
    validate: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await validate();
    } catch (error) {
      if (provesInvalid(error) && this.receiveHeader(raw) !== undefined)
        await this.branches.markInvalid(id, raw);
      throw error;
    }
  }

  /**
   * Switches to the branch with the most work, one block at a time in the commit order: a crash at any point leaves a
   * shorter valid chain, and the next start continues. If a block proves invalid, it is marked as such and the chain switches
   * to the best remaining branch. Call it only while no commit is in progress.
   */
  async #reorganize(): Promise<void> {
    const first = this.branches.pendingReorganization();
    if (first === undefined) return;
    const oldTip = this.requireTip();
    await this.asOneReorganization(async () => {
      await this.#copyToSideStore(first);
      for (let path = this.branches.pendingReorganization(); path !== undefined;) {
        const [next] = path.connect;
        if (path.disconnect.length > 0) await this.disconnectTip();
        else await this.#connect(next!.id);
        path = this.branches.pendingReorganization();
      }
    });
    await this.branches.deleteStored(
      this.tree.path(oldTip.id, this.requireTip().id).connect.map(({ id }) => id),
    );
  }

  /** Copies blocks to `side/` before the first of them is disconnected. */
  async #copyToSideStore({ disconnect }: BranchPath): Promise<void> {
    let blocks: { readonly id: BlockId; readonly raw: Uint8Array }[] = [];
    let bytes = 0;
    for (const { id, height } of disconnect) {
      const raw = await this.readRawBlock(height);
      if (raw === undefined) throw new ChainError('broken', `block ${height} cannot be read`);
      blocks.push({ id, raw });
      bytes += raw.length;
      if (bytes < COPY_BATCH_BYTES) continue;
      await this.branches.copyToSideStore(blocks);
      [blocks, bytes] = [[], 0];
    }
    await this.branches.copyToSideStore(blocks);
  }

  /** Connects a side block, whose transfers were checked on arrival. */
  async #connect(id: BlockId): Promise<void> {
    const raw = this.branches.body(id);
    if (raw === undefined) return this.branches.forget(id); // the body was lost: peers can send the block again
    try {
      await this.connectSideBlock(raw);
    } catch (error) {
      if (!provesInvalid(error)) throw error;
      this.logger.warn(`Block ${id} of a branch with more work is invalid: ${(error as Error).message}`);
      await this.branches.markInvalid(id, raw);
    }
  }
}

/** True if an error proves the block invalid; false if the received bytes or this node's clock may be at fault. */
function provesInvalid(error: unknown): boolean {
  if (error instanceof ProtocolError) return true;
  if (!(error instanceof ConsensusError)) return false;
  return error.code !== 'bad_merkle_root' && error.code !== 'timestamp_too_new';
}

function invalidBranchError(): ConsensusError {
  return new ConsensusError('bad_previous_block', 'the block, or one before it, breaks a rule');
}
