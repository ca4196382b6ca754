import {
  type AccountRecord,
  type Address,
  type BlockId,
  type BranchEnd,
  ConsensusError,
  genesisBlock,
  type HeaderTree,
  type Network,
  type TransactionId,
  type TreeBlock,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFiles } from '../storage/block-files.ts';
import type { Accounts } from '../storage/core-index.ts';
import { SideStore } from '../storage/side-store.ts';
import {
  BlockImporter,
  type BlockArrival,
  type BlockBase,
  type OfferOptions,
  type ReplaceOptions,
} from './block-importer.ts';
import { applyGenesis, receiveBlock, type ReceivedBlock } from './block-validation.ts';
import type {
  ChainEvent,
  ChainReader,
  ChainTip,
  LocatedBlock,
  PrefixMatches,
  StaleBlock,
  StoredAccountProof,
  StoredBlockSummary,
  StoredTransaction,
  TipChange,
  TransactionLocation,
} from './chain-reader.ts';
import { ChainStore } from './chain-store.ts';
import { ChainError, type ChainOptions } from './chain-types.ts';
import { Branches, type BlockRules } from './branches.ts';
import { openConsistentIndex } from './recovery.ts';
import { TransactionChecker } from './transaction-checker.ts';
import type { WholeBlocks } from './whole-blocks.ts';

/** A reorganization that disconnects more blocks than this is logged as a warning (PROTOCOL.md section 8). */
const DEEP_REORGANIZATION = 6;

interface ChainParts {
  readonly store: ChainStore;
  readonly branches: Branches;
  readonly checker: TransactionChecker;
  readonly options: ChainOptions;
}

/**
 * The chain as the rest of the node sees it: it takes blocks of any branch, follows the branch with the most work, answers queries
 * about confirmed data, and reports each change of its tip (PROTOCOL.md sections 6 and 8).
 */
export class Chain implements ChainReader {
  readonly network: Network;
  readonly #store: ChainStore;
  readonly #branches: Branches;
  readonly #checker: TransactionChecker;
  readonly #importer: BlockImporter;
  readonly #clock: () => number;
  readonly #logger: Logger;
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  /** What `close` closes, the newest first. */
  #parts = new AsyncDisposableStack();

  private constructor({ store, branches, checker, options }: ChainParts) {
    const { network, clock, logger, observer } = options;
    this.network = network;
    this.#store = store;
    this.#branches = branches;
    this.#checker = checker;
    this.#clock = clock;
    this.#logger = logger;
    const onChange = (event: ChainEvent): void => this.#notify(event);
    this.#importer = new BlockImporter({ store, branches, checker, clock, onChange, observer, logger });
  }

  /**
   * Opens the chain of a data directory, recovers from an interrupted write, and completes an interrupted reorganization.
   * @throws BlockFileError for damaged block files, LevelError if `core/` or `side/` cannot be used, StorageWriteError for a
   *   failed write, the signal's reason if a rebuild of `core/` was aborted
   */
  static async open(options: ChainOptions): Promise<Chain> {
    const { dataDirectory, network, logger, onCommitStep: onStep } = options;
    const { readOnly } = dataDirectory;
    await using opened = new AsyncDisposableStack();
    const fileOptions = { maxFileSize: options.maxBlockFileSize, readOnly };
    const files = await BlockFiles.open(dataDirectory.blocks, network, fileOptions);
    opened.defer(() => files.close());
    const checker = new TransactionChecker(network);
    opened.defer(() => checker.close());
    const index = await openConsistentIndex({ ...options, path: dataDirectory.core, files, checker });
    opened.defer(() => index.close());
    const side = readOnly ? undefined : await SideStore.open(dataDirectory.side, logger);
    opened.defer(() => side?.close());
    const store = new ChainStore({ network, files, index, side, checker, logger, onStep });
    opened.defer(() => store.close());
    const limits = options.treeLimits;
    const branches = await Branches.open({ network, chain: store, side, logger, limits });
    const chain = new Chain({ store, branches, checker, options });
    opened.defer(() => chain.#importer.close());
    if (!readOnly) await chain.#importer.exclusively(() => chain.#importer.followBest());
    chain.#parts = opened.move();
    return chain;
  }

  /**
   * Stores the network's genesis block in an empty chain.
   * @throws ChainError `already_initialized`, or if the chain is closed or cannot write; ProtocolError
   *   `network_not_initializable`; StorageWriteError
   */
  initializeGenesis(): Promise<void> {
    return this.#importer.exclusively(async () => {
      if (this.#store.head !== undefined) {
        throw new ChainError('already_initialized', 'the chain already has its genesis block');
      }
      return this.#importer.addGenesis(await applyGenesis(genesisBlock(this.network)));
    });
  }

  /**
   * Takes a block of any branch; if its branch then has the most work, the chain switches to that branch.
   * @param block the block's canonical bytes, or a block that the caller has hashed and decoded
   * @throws ProtocolError for malformed bytes; ConsensusError for a broken rule, and the block is remembered as invalid;
   *   StorageWriteError for a failed write; ChainError if the chain is closed, has no genesis block or cannot write
   */
  async offerBlock(block: Uint8Array | ReceivedBlock, options?: OfferOptions): Promise<BlockArrival> {
    return this.#importer.offer(block instanceof Uint8Array ? receiveBlock(block) : block, options);
  }

  /**
   * Adds a block on top of the tip; resolves once it is on disk.
   * @throws as `offerBlock`, and ConsensusError for a block that is not on top of the tip
   */
  async appendBlock(
    raw: Uint8Array,
    options: Pick<OfferOptions, 'checkClock'> = {},
  ): Promise<StoredBlockSummary> {
    const block = receiveBlock(raw);
    const arrival = await this.offerBlock(block, { ...options, mustExtendTip: true });
    if (arrival.outcome !== 'accepted') {
      throw new ConsensusError('bad_previous_block', 'the block does not extend the tip');
    }
    await arrival.committed;
    return this.blockSummary(block.header.height)!;
  }

  /**
   * Disconnects the newest block in every store, and forgets it.
   * @throws ChainError `genesis_cannot_step_back`, or if the chain is closed, has no genesis block or cannot write;
   *   BlockFileError; StorageWriteError
   */
  stepBack(): Promise<void> {
    return this.#importer.exclusively(async () => {
      if (this.tip() === undefined) throw new ChainError('not_initialized', 'the chain has no genesis block');
      await this.#importer.replaceAbove(this.tip()!.height - 1, async () => undefined);
    });
  }

  /** Replaces the newest blocks by hand, for devnet control (`BlockImporter.replaceAbove`). */
  replaceAbove(
    commonHeight: number,
    nextBlock: (on: BlockBase) => Promise<Uint8Array | undefined>,
    options?: ReplaceOptions,
  ): Promise<void> {
    return this.#importer.exclusively(() => this.#importer.replaceAbove(commonHeight, nextBlock, options));
  }

  /** Calls a listener after each change of the tip. @returns a function that ends the subscription */
  subscribe(listener: (event: ChainEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when every block offered so far is committed or rejected. */
  idle(): Promise<void> {
    return this.#importer.idle();
  }

  /** Waits for the blocks in progress, then closes the stores. */
  close(): Promise<void> {
    return this.#parts.disposeAsync();
  }

  /**
   * Validates a transfer, signature included, but not its sender's balance and nonce. A valid one is not checked again in its
   * block.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  verifyTransfer(raw: Uint8Array, id: TransactionId): boolean {
    return this.#checker.verify(raw, id);
  }

  /** The tip once every accepted block is committed. */
  acceptedTip(): ChainTip | undefined {
    return this.#importer.acceptedTip();
  }

  /** ID of an accepted block at a height, committed or not yet. */
  acceptedBlockId(height: number): BlockId | undefined {
    return this.#importer.acceptedBlockId(height);
  }

  /** The header rules for the next block, for a miner. @throws ChainError `not_initialized` */
  nextBlockRules(): BlockRules {
    const tip = this.tip();
    if (tip === undefined) throw new ChainError('not_initialized', 'the chain has no genesis block');
    return this.#branches.nextBlockRules(tip);
  }

  /** Blocks whose validation or commit has not ended, and tasks waiting for a checking thread. */
  get queueLengths(): { readonly validations: number; readonly commits: number; readonly jobs: number } {
    return { ...this.#importer.lengths, jobs: this.#checker.waiting };
  }

  /** The headers of all branches that may still become the chain. @throws RangeError before the genesis block is stored */
  get tree(): HeaderTree {
    return this.#branches.tree;
  }

  /**
   * Validates a header and inserts it into the tree.
   * @param header 118 bytes
   * @returns `undefined` if its parent is not in the tree: unknown, or too far below the tip (`TreeLimits.depth`)
   * @throws ProtocolError, ConsensusError
   */
  receiveHeader(header: Uint8Array): TreeBlock | undefined {
    return this.tree.receive(header, this.#clock());
  }

  /** Prunes the tree to its limits; call it after receiving headers. */
  pruneHeaders(): Promise<void> {
    return this.#branches.prune();
  }

  /** True if a block on top of this one may be taken without having been asked for (PROTOCOL.md section 8). */
  isNearTip(parent: TreeBlock): boolean {
    return this.#branches.isNearTip(parent);
  }

  /** Forgets a side block and its descendants, as if they had never arrived; has no effect on a canonical block. */
  forgetBranch(id: BlockId): Promise<void> {
    return this.#importer.exclusively(() => this.#branches.forget(id));
  }

  /** The tips of all known branches, most work first (`cairn tips`). */
  branchTips(): BranchEnd[] {
    return this.#branches.tips();
  }

  staleBlocks(limit: number): StaleBlock[] {
    return this.#branches.staleBlocks(limit);
  }

  get branchesVersion(): number {
    return this.#branches.version;
  }

  reorganizationFrom(id: BlockId): TipChange | undefined {
    const tip = this.tip();
    return tip && this.#branches.changeBetween(id, tip);
  }

  /** The bytes of a block of any branch, proven; `undefined` if they are not stored. @throws BlockFileError, LevelError */
  async readBlockById(id: BlockId): Promise<Uint8Array | undefined> {
    const height = this.heightOfBlock(id);
    const block = height === undefined ? undefined : this.blockSummary(height);
    const proven = block && (await this.wholeBlocks.read(block));
    return proven?.raw ?? this.#branches.body(id);
  }

  /** The bytes of a canonical block, proven. @throws BlockFileError */
  async readRawBlock(height: number): Promise<Uint8Array | undefined> {
    const block = this.blockSummary(height);
    return block && (await this.wholeBlocks.read(block))?.raw;
  }

  get wholeBlocks(): WholeBlocks {
    return this.#store.wholeBlocks;
  }

  tip(): ChainTip | undefined {
    return this.#store.tip();
  }

  /** Work of the chain, genesis included; 0 without a genesis block. */
  work(): bigint {
    return this.#store.work();
  }

  /** Bytes of the block files. */
  storedBytes(): number {
    return this.#store.storedBytes();
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    return this.#store.blockSummary(height);
  }

  readHeaders(from: number, count: number): Promise<Buffer> {
    return this.#store.readHeaders(from, count);
  }

  heightOfBlock(id: BlockId): number | undefined {
    return this.#store.heightOfBlock(id);
  }

  locateBlock(height: number): LocatedBlock | undefined {
    return this.#store.locateBlock(height);
  }

  readBlockSlice(
    block: ChainTip,
    slice: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array | undefined> {
    return this.#store.readBlockSlice(block, slice);
  }

  blockDamage(block: ChainTip): Error {
    return this.#store.blockDamage(block);
  }

  readTransactions(
    height: number,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<StoredTransaction[] | undefined> {
    return this.#store.readTransactions(height, page);
  }

  locateTransaction(id: TransactionId): TransactionLocation | undefined {
    return this.#store.locateTransaction(id);
  }

  findTransaction(id: TransactionId): Promise<StoredTransaction | undefined> {
    return this.#store.findTransaction(id);
  }

  startingWith(
    prefix: { readonly id?: string; readonly address?: string },
    limit: number,
  ): Promise<PrefixMatches> {
    return this.#store.startingWith(prefix, limit);
  }

  account(address: Address): AccountRecord | undefined {
    return this.#store.account(address);
  }

  /** All accounts, as of the tip. Valid until it changes. */
  get accounts(): Accounts {
    return this.#store.accounts;
  }

  /** The account root after a block on top of the tip. @param transactions 213 bytes each, the coinbase first @throws ConsensusError */
  accountRootAfter(height: number, transactions: readonly Uint8Array[]): Promise<Uint8Array> {
    return this.#store.accountRootAfter(height, transactions);
  }

  accountProof(address: Address, before?: TransactionLocation): Promise<StoredAccountProof | undefined> {
    return this.#store.accountProof(address, before);
  }

  accountHistory(
    address: Address,
    page: { readonly before?: TransactionLocation; readonly limit: number },
  ): Promise<TransactionLocation[]> {
    return this.#store.accountHistory(address, page);
  }

  /** Every key and value of the index in order, for comparing two chains. */
  indexEntries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.#store.indexEntries();
  }

  /** A listener's error is only logged: the blocks are already committed. */
  #notify(event: ChainEvent): void {
    this.#logReorganization(event);
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ err: error, height: event.newTip.height }, 'a listener of the chain failed');
      }
    }
  }

  #logReorganization({ oldTip, newTip, commonHeight, disconnected, connected }: TipChange): void {
    if (disconnected.length === 0) return;
    this.#logger[disconnected.length > DEEP_REORGANIZATION ? 'warn' : 'info'](
      { from: oldTip?.id, to: newTip.id, disconnected: disconnected.length, connected: connected.length },
      `Reorganized above height ${commonHeight}: left ${blockCount(disconnected)} for ${blockCount(connected)}; tip ${newTip.id.slice(0, 16)}… at height ${newTip.height}`,
    );
  }
}

function blockCount({ length }: readonly string[]): string {
  return length === 1 ? '1 block' : `${length} blocks`;
}
