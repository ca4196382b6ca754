import {
  type BlockId,
  ConsensusError,
  decodeTransaction,
  type HeaderTree,
  type Network,
  TRANSACTION_SIZE,
  type TransactionId,
  type TreeBlock,
  countTransactions,
  HEADER_SIZE,
  subsidyAt,
} from '@cairn/protocol';
import type { Log } from '../runtime.ts';
import { bytesAfter, FILES_START } from '../storage/block-log.ts';
import type { CoreStore, PlacedBlock } from '../storage/core-store.ts';
import type { BlockArrival, BlockImporter, ReplaceOptions } from './block-importer.ts';
import { receiveBlock, type ReceivedBlock } from './block-validation.ts';
import { openParts, type ChainParts } from './chain-parts.ts';
import type { ChainStore } from './chain-store.ts';
import { ChainView, type ChainViewParts } from './chain-view.ts';
import {
  type BlockBase,
  type BlockRules,
  type ChainEvent,
  type ChainOptions,
  type ChainTip,
  type StaleBlock,
  type StoredBlockSummary,
  type TipChange,
} from './chain-types.ts';
import type { ForkChoice } from './fork-choice.ts';
import { type Progress, reportProgress } from './progress.ts';
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
  readonly #store: ChainStore;
  /** What every view reads with. */
  readonly #viewParts: ChainViewParts;
  readonly #core: CoreStore;
  readonly #forkChoice: ForkChoice;
  readonly #checker: TransactionChecker;
  readonly #importer: BlockImporter;
  readonly #clock: () => number;
  readonly #logger: Log;
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  /** What `close` closes, the newest first. */
  #parts = new AsyncDisposableStack();

  private constructor(
    { store, core, forkChoice, checker, importer }: ChainParts,
    { clock, logger }: Pick<ChainOptions, 'clock' | 'logger'>,
  ) {
    this.network = checker.network;
    this.#store = store;
    this.#core = core;
    this.#forkChoice = forkChoice;
    this.#checker = checker;
    this.#importer = importer;
    this.#clock = clock;
    this.#logger = logger;
    const wholeBlocks = new WholeBlocks((transactions) => checker.digest(transactions));
    this.#viewParts = { log: store.log, wholeBlocks, logger };
  }

  /**
   * Opens the chain of a data directory, recovers from an interrupted write, and completes an interrupted reorganization. A new chain
   * begins with the network's genesis block.
   * @throws ChainError `other_genesis`; BlockFileError for damaged block files, LevelError if `core/` or `side/` cannot be used, StorageWriteError for a
   *   failed write, the signal's reason if a rebuild of `core/` was aborted
   */
  static async open(options: ChainOptions): Promise<Chain> {
    const { logger, signal, treeLimits, home } = options;
    for (let { reindex } = options; ; reindex = true) {
      await using opened = new AsyncDisposableStack();
      let chain: Chain | undefined;
      const onChange = (event: ChainEvent): void => {
        if (chain !== undefined) chain.#notify(event);
      };
      const parts = await openParts({ ...options, reindex, onChange }, opened);
      const { importer, forkChoice } = parts;
      const { onProgress: report, end } = reportProgress(logger, home.runtime, {
        doing: 'building core/',
        done: 'built core/',
      });
      const onProgress = (progress: Progress): void => {
        report(progress);
        options.onProgress?.(progress);
      };
      if (!(await recover({ ...parts, logger, onProgress, signal }))) {
        logger.warn('core/ lacks blocks that the block files go on from: it is made anew');
        continue;
      }
      end();
      await forkChoice.limit(treeLimits);
      await forkChoice.addSideBlocks();
      await importer.exclusively(() => importer.settle());
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
    return summaryOf(block);
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

  /** Resolves when every block on top of the tip that was offered so far is on disk or rejected; others may still wait. */
  settled(): Promise<void> {
    return this.#importer.exclusively(() => Promise.resolve());
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
    using view = this.view.hold();
    return await compose({ network: this.network, rules: this.nextBlockRules(), accounts: view.accounts });
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
    return this.#importer.pruneHeaders();
  }

  /** Forgets a side block and its descendants, as if they had never arrived; has no effect on a canonical block. */
  forgetBranch(id: BlockId): Promise<void> {
    return this.#importer.exclusively(() => this.#forkChoice.forget(id));
  }

  /** Blocks that are not canonical, highest first. */
  staleBlocks(limit: number): StaleBlock[] {
    // While the chain switches, its head has left blocks that readers still have.
    return this.#forkChoice.staleBlocks(limit).filter(({ id }) => this.view.heightOfBlock(id) === undefined);
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
    const { view } = this;
    const height = view.heightOfBlock(id);
    return height === undefined ? this.#store.sideBody(id) : view.rawBlock(height);
  }

  /** The bytes of a block that has left the chain (`ChainEvent.left`), also once it is forgotten. @throws BlockFileError */
  async readLeftBlock(block: PlacedBlock): Promise<Uint8Array> {
    const { raw } = await this.#store.readBlock(block);
    return raw;
  }

  /** The chain as of its newest tip, for the current turn of the event loop; hold it to ask in several. */
  get view(): ChainView {
    return new ChainView(this.#store.published, this.#viewParts);
  }

  /** The newest block of the chain. */
  tip(): ChainTip {
    const { height, id } = this.view.tip;
    return { height, id };
  }

  /** Bytes of the block log. */
  storedBytes(): number {
    return bytesAfter(this.#store.log, FILES_START);
  }

  /** Every key and value of `core/` in order, for comparing two chains. */
  indexEntries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.#core.rows();
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

/** A valid block that is not the genesis block: its coinbase is subsidy and fees. */
function summaryOf({ id, header, raw }: ReceivedBlock): StoredBlockSummary {
  const { height } = header;
  const sizeBytes = raw.length;
  const { value: reward } = decodeTransaction(raw.subarray(HEADER_SIZE, HEADER_SIZE + TRANSACTION_SIZE));
  const totalFees = reward - subsidyAt(height);
  return { height, id, header, transactionCount: countTransactions(sizeBytes), sizeBytes, totalFees, reward };
}
