import {
  type AccountRecord,
  type Address,
  type BlockId,
  ConsensusError,
  decodeTransaction,
  type HeaderTree,
  type Network,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  transactionOffset,
  type TreeBlock,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { Accounts, CoreIndex, IndexedBlock, IndexView, PrefixMatches } from '../storage/core-index.ts';
import { LAST_LOCATION } from '../storage/layout.ts';
import type { BlockArrival, BlockImporter, ReplaceOptions } from './block-importer.ts';
import { receiveBlock, type ReceivedBlock } from './block-validation.ts';
import { openParts, type ChainParts } from './chain-parts.ts';
import type { ChainStore } from './chain-store.ts';
import {
  type BlockBase,
  type BlockRules,
  type ChainEvent,
  type ChainOptions,
  type ChainTip,
  type LocatedBlock,
  type StaleBlock,
  type StoredAccountProof,
  type StoredBlockSummary,
  type StoredTransaction,
  type TipChange,
  type TransactionLocation,
} from './chain-types.ts';
import type { ForkChoice } from './fork-choice.ts';
import { reportProgress } from './progress.ts';
import { recover } from './recovery.ts';
import type { TransactionChecker } from './transaction-checker.ts';
import { WholeBlocks } from './whole-blocks.ts';

/** A reorganization that disconnects more blocks than this is logged as a warning (PROTOCOL.md section 8). */
const DEEP_REORGANIZATION = 6;

/**
 * The chain as the rest of the node sees it: it takes blocks of any branch, follows the branch with the most work, answers queries
 * about confirmed data, and reports each change of its tip (PROTOCOL.md sections 6 and 8).
 *
 * Queries are answered as of the published tip. Those about small records are synchronous (one LevelDB get); those that read block
 * files or several rows are asynchronous. Absence is `undefined`; a damaged block file is an error that names file and offset.
 */
export class Chain {
  readonly network: Network;
  /** Whole blocks, proven. */
  readonly wholeBlocks: WholeBlocks;
  readonly #store: ChainStore;
  readonly #index: CoreIndex;
  readonly #forkChoice: ForkChoice;
  readonly #checker: TransactionChecker;
  readonly #importer: BlockImporter;
  readonly #clock: () => number;
  readonly #logger: Logger;
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  /** What `close` closes, the newest first. */
  #parts = new AsyncDisposableStack();

  private constructor(
    { store, index, forkChoice, checker, importer }: ChainParts,
    { clock, logger }: Pick<ChainOptions, 'clock' | 'logger'>,
  ) {
    this.network = checker.network;
    this.#store = store;
    this.#index = index;
    this.#forkChoice = forkChoice;
    this.#checker = checker;
    this.#importer = importer;
    this.#clock = clock;
    this.#logger = logger;
    this.wholeBlocks = new WholeBlocks(store, (transactions) => checker.digest(transactions), logger);
  }

  /**
   * Opens the chain of a data directory, recovers from an interrupted write, and completes an interrupted reorganization. A new chain
   * begins with the network's genesis block.
   * @throws ChainError `other_genesis`; BlockFileError for damaged block files, LevelError if `core/` or `side/` cannot be used, StorageWriteError for a
   *   failed write, the signal's reason if a rebuild of `core/` was aborted
   */
  static async open(options: ChainOptions): Promise<Chain> {
    const { logger, signal, treeLimits } = options;
    for (let { reindex } = options; ; reindex = true) {
      await using opened = new AsyncDisposableStack();
      let chain: Chain | undefined;
      const onChange = (event: ChainEvent): void => {
        if (chain !== undefined) chain.#notify(event);
      };
      const parts = await openParts({ ...options, reindex, onChange }, opened);
      const { importer, forkChoice } = parts;
      const { onProgress, end } = reportProgress(logger);
      if (!(await recover({ ...parts, logger, onProgress, signal }))) {
        logger.warn('the index lacks blocks that the block files go on from: it is made anew');
        continue;
      }
      end();
      await forkChoice.limit(treeLimits);
      await forkChoice.addSideBlocks();
      await importer.exclusively(() => importer.follow());
      chain = new Chain(parts, options);
      chain.#parts = opened.move();
      return chain;
    }
  }

  /**
   * Takes a block of any branch; if its branch then has the most work, the chain switches to that branch.
   * @param block the block's canonical bytes, or a block that the caller has hashed and decoded
   * @throws ProtocolError for malformed bytes; ConsensusError for a broken rule, and the block is remembered as invalid;
   *   StorageWriteError for a failed write; ChainError if the chain is closed or cannot write
   */
  async offerBlock(block: Uint8Array | ReceivedBlock): Promise<BlockArrival> {
    return this.#importer.offer(block instanceof Uint8Array ? receiveBlock(block) : block);
  }

  /**
   * Adds a block on top of the tip; resolves once it is on disk.
   * @throws as `offerBlock`, and ConsensusError for a block that is not on top of the tip
   */
  async appendBlock(raw: Uint8Array): Promise<StoredBlockSummary> {
    const block = receiveBlock(raw);
    const arrival = await this.offerBlock(block);
    if (arrival.outcome !== 'accepted')
      throw new ConsensusError('bad_previous_block', 'the block does not extend the tip');
    return this.blockSummary(block.header.height)!;
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

  /** The header rules for the next block. */
  nextBlockRules(): BlockRules {
    return this.#forkChoice.nextBlockRules(this.tip());
  }

  /** Composes a block on the tip as it is now, also if it changes meanwhile. */
  async composeOnTip<Block>(compose: (on: BlockBase) => Promise<Block>): Promise<Block> {
    const accounts = this.#store.published;
    const release = accounts.hold();
    try {
      return await compose({ network: this.network, rules: this.nextBlockRules(), accounts });
    } finally {
      release();
    }
  }

  /** Blocks whose validation or commit has not ended, and tasks waiting for a checking thread. */
  get queueLengths(): { readonly validations: number; readonly commits: number; readonly jobs: number } {
    return { ...this.#importer.lengths, jobs: this.#checker.waiting };
  }

  /** The headers of all branches that may still become the chain. */
  get tree(): HeaderTree {
    return this.#forkChoice.tree;
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
    return this.#forkChoice.prune();
  }

  /** Forgets a side block and its descendants, as if they had never arrived; has no effect on a canonical block. */
  forgetBranch(id: BlockId): Promise<void> {
    return this.#importer.exclusively(() => this.#forkChoice.forget(id));
  }

  /** Blocks that are not canonical, highest first. */
  staleBlocks(limit: number): StaleBlock[] {
    // While the chain switches, its head has left blocks that readers still have.
    return this.#forkChoice.staleBlocks(limit).filter(({ id }) => this.heightOfBlock(id) === undefined);
  }

  /** Changes whenever the result of `staleBlocks` may change. */
  get branchesVersion(): number {
    return this.#forkChoice.version;
  }

  /** The change from a former tip to the current one; `undefined` for an unknown block. */
  reorganizationFrom(id: BlockId): TipChange | undefined {
    return this.#forkChoice.changeBetween(id, this.tip());
  }

  /** The bytes of a block of any branch, proven; `undefined` if they are not stored. @throws BlockFileError, LevelError */
  async readBlockById(id: BlockId): Promise<Uint8Array | undefined> {
    const height = this.heightOfBlock(id);
    const block = height === undefined ? undefined : this.blockSummary(height);
    const proven = block && (await this.wholeBlocks.read(block));
    return proven?.raw ?? this.#store.sideBody(id);
  }

  /** The bytes of a block that has left the chain (`ChainEvent.left`), also once it is forgotten. @throws BlockFileError */
  async readLeftBlock(block: IndexedBlock): Promise<Uint8Array> {
    const { raw } = await this.#store.readBlock(block);
    return raw;
  }

  /** The bytes of a canonical block, proven. @throws BlockFileError */
  async readRawBlock(height: number): Promise<Uint8Array | undefined> {
    const block = this.blockSummary(height);
    return block && (await this.wholeBlocks.read(block))?.raw;
  }

  /** The newest canonical block. */
  tip(): ChainTip {
    const { height, id } = this.#store.published.tip;
    return { height, id };
  }

  /** Work of the chain, genesis included (PROTOCOL.md section 8). */
  work(): bigint {
    return this.#store.published.tip.work;
  }

  /** Bytes of the block files. */
  storedBytes(): number {
    return this.#store.files.totalSize;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    return this.#store.published.block(height);
  }

  /**
   * The headers of consecutive canonical blocks as they are stored, 118 bytes each, one after another; all of one tip.
   * @param from height of the first @param count at most; fewer at the tip
   */
  readHeaders(from: number, count: number): Promise<Buffer> {
    return this.#store.published.headers(from, count);
  }

  heightOfBlock(id: BlockId): number | undefined {
    return this.#store.published.heightOfBlock(id);
  }

  /** Location of a canonical block's bytes. They are not read here: the reader verifies them against the ID. */
  locateBlock(height: number): LocatedBlock | undefined {
    const entry = this.#store.published.block(height);
    if (entry === undefined) return undefined;
    const { id, offset, sizeBytes: size } = entry;
    return { height, id, path: this.#store.files.pathOf(entry.file), offset, size };
  }

  /**
   * Stored bytes of a block, unverified; `undefined` if it is not canonical.
   * @throws BlockFileError if the file ends before them
   */
  readBlockSlice(
    block: ChainTip,
    slice: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array | undefined> {
    return this.#store.readBlockSlice(block, slice);
  }

  /** One page of a block's transactions in block order; empty past the end; `undefined` for an absent block. */
  async readTransactions(
    height: number,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<StoredTransaction[] | undefined> {
    const entry = this.#store.published.block(height);
    if (entry === undefined) return undefined;
    const first = Math.min(page.offset, entry.transactionCount);
    const count = Math.min(page.limit, entry.transactionCount - first);
    if (count <= 0) return [];
    const size = count * TRANSACTION_SIZE;
    const bytes = this.#store.readSync(entry, transactionOffset(first), size);
    if (bytes === undefined) return undefined;
    return Array.from({ length: count }, (_, position) => {
      const raw = bytes.subarray(position * TRANSACTION_SIZE, (position + 1) * TRANSACTION_SIZE);
      return storedTransaction({ height, index: first + position }, raw);
    });
  }

  /** The stored location only, unverified: the transaction may not be there. */
  locateTransaction(id: TransactionId): TransactionLocation | undefined {
    return this.#store.published.locateTransaction(id);
  }

  /**
   * The transaction with this ID, hashed again after reading; a stale or mismatched location gives `undefined`.
   * @throws BlockFileError if the block is damaged
   */
  async findTransaction(id: TransactionId): Promise<StoredTransaction | undefined> {
    const location = this.locateTransaction(id);
    const block = location && this.blockSummary(location.height);
    if (location === undefined || block === undefined) return undefined;
    const { height, index } = location;
    const [found] = (await this.readTransactions(height, { offset: index, limit: 1 })) ?? [];
    if (found?.id === id.toLowerCase()) return found;
    await this.wholeBlocks.read(block); // damage throws here; otherwise the location has another transaction
    this.#logger.warn(
      { id, ...location },
      'another transaction is at the location that the index has for this ID',
    );
    return undefined;
  }

  /** Blocks, transactions and addresses by prefix, up to `limit` of each (`IndexView.startingWith`). */
  startingWith(prefix: Parameters<IndexView['startingWith']>[0], limit: number): Promise<PrefixMatches> {
    return this.#store.published.startingWith(prefix, limit);
  }

  /** Confirmed state; `undefined` for an address without confirmed transactions. */
  account(address: Address): AccountRecord | undefined {
    return this.#store.published.account(address);
  }

  /** All accounts, as of the tip. Valid until it changes. */
  get accounts(): Accounts {
    return this.#store.published;
  }

  /**
   * What proves an account, or that there is none, at the tip.
   * @param before the history before this transaction of the address is added
   * @returns `undefined` if the address has no such transaction
   */
  async accountProof(
    address: Address,
    before?: TransactionLocation,
  ): Promise<StoredAccountProof | undefined> {
    const view = this.#store.published;
    const block = this.blockSummary(this.tip().height)!;
    const release = view.hold();
    try {
      const path = view.prove(address);
      const historyBefore = before && (await view.historyBefore(address, before));
      return before !== undefined && historyBefore === undefined ? undefined : { block, path, historyBefore };
    } finally {
      release();
    }
  }

  /**
   * Locations of the confirmed transactions that `address` sent or received, newest first.
   * @param page.before exclusive: only entries older than this location
   */
  accountHistory(
    address: Address,
    { before, limit }: { readonly before?: TransactionLocation; readonly limit: number },
  ): Promise<TransactionLocation[]> {
    return this.#store.published.history(address, before ?? LAST_LOCATION, limit);
  }

  /** Every key and value of the index in order, for comparing two chains. */
  indexEntries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.#index.rows();
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

  #logReorganization({ oldTip, newTip, commonHeight, disconnected, connected }: ChainEvent): void {
    if (disconnected.length === 0) return;
    this.#logger[disconnected.length > DEEP_REORGANIZATION ? 'warn' : 'info'](
      { from: oldTip.id, to: newTip.id, disconnected: disconnected.length, connected: connected.length },
      `Reorganized above height ${commonHeight}: left ${blockCount(disconnected)} for ${blockCount(connected)}; tip ${newTip.id.slice(0, 16)}… at height ${newTip.height}`,
    );
  }
}

function blockCount({ length }: readonly string[]): string {
  return length === 1 ? '1 block' : `${length} blocks`;
}

/** Its ID is known first: bytes that are damaged may not be a transaction. */
function storedTransaction({ height, index }: TransactionLocation, raw: Uint8Array): StoredTransaction {
  return {
    id: transactionId(raw),
    height,
    index,
    get transaction() {
      return decodeTransaction(raw);
    },
    raw,
  };
}
