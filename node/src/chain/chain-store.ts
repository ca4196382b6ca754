import {
  type AccountRecord,
  type Address,
  type BlockId,
  blockSize,
  BlockTransactions,
  blockWork,
  decodeBlockHeader,
  HEADER_SIZE,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BlockFiles, FilePosition } from '../storage/block-files.ts';
import {
  endOf,
  locationOf,
  type Accounts,
  type CoreIndex,
  type IndexedBlock,
  type IndexView,
} from '../storage/core-index.ts';
import { BlockFileError } from '../storage/errors.ts';
import type { UndoEntry } from '../storage/layout.ts';
import type { SideStore } from '../storage/side-store.ts';
import { changeTree } from './account-overlay.ts';
import type { ValidatedBlock } from './block-validation.ts';
import {
  ChainError,
  type BlockContents,
  type ChainTip,
  type StepListener,
  type StoredBlockSummary,
  type TipWithWork,
} from './chain-types.ts';
import type { TransactionChecker } from './transaction-checker.ts';
import { readProvenBlock } from './whole-blocks.ts';

/** Cached bytes of connected blocks, for the projection: one full block, or many small ones. */
const CACHED_BYTES = 12 * 1024 * 1024;

interface ChainStoreOptions {
  readonly files: BlockFiles;
  readonly index: CoreIndex;
  /** `undefined` for a read-only data directory, whose chain does not change. */
  readonly side?: SideStore | undefined;
  readonly checker: TransactionChecker;
  readonly logger: Logger;
  readonly onStep?: StepListener | undefined;
}

/** A block that left the chain. */
export interface DisconnectedBlock extends BlockContents {
  readonly id: BlockId;
  /** The accounts that the block changed, as they were before it. */
  readonly before: ReadonlyMap<Address, AccountRecord | undefined>;
}

/** What one write changes: a block that leaves, or blocks that join, and the newest block after it. */
export interface ChainWrite {
  readonly left?: DisconnectedBlock;
  readonly joined: readonly ValidatedBlock[];
  readonly head: TipWithWork;
}

/**
 * The canonical chain on disk: block files and index (PROTOCOL.md section 6).
 *
 * Writes move `head`, one batch at a time. Readers use `tip`, `view` and `read`, which answer as of the published tip, from a
 * snapshot of the index: they do not see writes before `publish`. So a reorganization, which is many writes, is one change for them.
 */
export class ChainStore {
  readonly files: BlockFiles;
  readonly #index: CoreIndex;
  readonly #side: SideStore | undefined;
  readonly #checker: TransactionChecker;
  readonly #logger: Logger;
  readonly #onStep: StepListener;
  #head: TipWithWork | undefined;
  #tip: TipWithWork | undefined;
  #view: IndexView;
  /** Height of the newest block that `head` and the published tip have in common, while they are on different branches. */
  #forkHeight = Number.POSITIVE_INFINITY;
  /** The newest connected blocks by ID: the projection need not read and hash them again. */
  readonly #connected = new LRUCache<string, BlockContents>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ raw, transactionIds }) => raw.length + transactionIds.length,
  });
  /** A failed write: no other happens until the index is reopened. */
  #failed: { readonly write: ChainWrite; readonly cause: Error } | undefined;

  constructor({ files, index, side, checker, logger, onStep = () => undefined }: ChainStoreOptions) {
    this.files = files;
    this.#index = index;
    this.#side = side;
    this.#checker = checker;
    this.#logger = logger;
    this.#onStep = onStep;
    this.#head = tipOf(index.head);
    this.#tip = this.#head;
    this.#view = index.view();
  }

  /** The newest block on disk. */
  get head(): TipWithWork | undefined {
    return this.#head;
  }

  /** The accounts as of `head`, with the blocks that are committed but not published. */
  get accountsAtHead(): Accounts {
    return this.#index.head;
  }

  /** The published tip. */
  get tip(): TipWithWork | undefined {
    return this.#tip;
  }

  /** The index as of the published tip. */
  get view(): IndexView {
    return this.#view;
  }

  /**
   * Writes consecutive blocks on top of `head`: the block files first, then one synced batch with every index entry and the tip.
   * @throws StorageWriteError; ChainError `broken` after an earlier failure
   */
  async commit(blocks: readonly ValidatedBlock[]): Promise<void> {
    const { header, id, work } = blocks.at(-1)!;
    const { height } = header;
    await this.#write({ joined: blocks, head: { height, id, work } }, async () => {
      await this.#truncateTo(this.#head);
      this.#onStep('begun', height);
      const locations = await this.files.append(blocks.map(({ raw }) => raw));
      this.#onStep('appended', height);
      await this.#index.connect(blocks.map((block, position) => [block, locations[position]!] as const));
      this.#onStep('indexed', height);
    });
  }

  /**
   * Removes the newest block, which is not genesis: its index entries first, then its record in the block files.
   * @throws StorageWriteError, BlockFileError, ChainError `broken`
   */
  async stepBack(): Promise<DisconnectedBlock> {
    const { height, id, work } = this.#head!;
    const [entry, parent] = [this.#entryAtHead(height), this.#entryAtHead(height - 1)];
    const contents = await this.#contentsOf(entry);
    const before = new Map(this.undoAtHead(height).map(({ address, record }) => [address, record]));
    const left = { id, before, ...contents };
    const changedTree = await changeTree(this.accountsAtHead, before);
    const parentWork = work - blockWork(decodeBlockHeader(entry.header).bits);
    const head = { height: height - 1, id: parent.id, work: parentWork };
    await this.#write({ left, joined: [], head }, async () => {
      const block = { height, id, ...contents, ...changedTree };
      await this.#index.disconnect(block, head, endOf(locationOf(parent)));
      this.#onStep('disconnected', height);
      await this.#truncateTo(head);
    });
    return left;
  }

  /** The summary of a block up to `head`. */
  summaryAtHead(height: number): StoredBlockSummary {
    return summaryOf(this.#entryAtHead(height));
  }

  /** The accounts that a block up to `head` changed, as they were before it. */
  undoAtHead(height: number): readonly UndoEntry[] {
    const undo = this.#index.head.undo(height);
    if (undo === undefined) throw new ChainError('broken', `block ${height} has no undo record`);
    return undo;
  }

  /** A block up to `head`, proven. @throws BlockFileError */
  async readAtHead(height: number): Promise<{ readonly id: BlockId; readonly raw: Uint8Array }> {
    const entry = this.#entryAtHead(height);
    const { raw } = await this.#contentsOf(entry);
    return { id: entry.id, raw };
  }

  /**
   * Keeps the published tip while `head` moves to another branch. Copy the blocks that leave to `side/` before.
   * @param commonHeight height of the newest block that stays
   */
  holdPublished(commonHeight: number): void {
    this.#forkHeight = commonHeight;
  }

  /** Moves readers to `head`. */
  publish(): void {
    const old = this.#view;
    this.#view = this.#index.view();
    this.#tip = this.#head;
    this.#forkHeight = Number.POSITIVE_INFINITY;
    // Iterations over the old view end first.
    void old.close();
  }

  /**
   * After a failed write, makes the store writable again.
   * @returns the write, if the index has it after all: `head` and the published tip are moved then
   * @throws ChainError `broken` while that cannot be done
   */
  async repair(): Promise<ChainWrite | undefined> {
    if (this.#failed === undefined) return undefined;
    const { write, cause } = this.#failed;
    try {
      await this.#index.reopen();
    } catch (error) {
      const problem = `no block is written until there is room: ${cause.message}`;
      throw new ChainError('broken', problem, { cause: error });
    }
    this.#failed = undefined;
    const isStored = this.#index.head.tip()?.id === write.head.id;
    if (isStored) this.#apply(write);
    this.publish();
    this.#logger.info('The index can be written again');
    return isStored ? write : undefined;
  }

  /** Ends the view of the published tip. The files and the index are closed by whoever opened them. */
  async close(): Promise<void> {
    await this.#view.close();
  }

  /** A block that this process connected, while it is kept. */
  connected(id: BlockId): BlockContents | undefined {
    return this.#connected.get(id);
  }

  /** Stored bytes of a block of the view, unverified. @throws BlockFileError */
  async read(block: IndexedBlock, offset: number, length: number): Promise<Uint8Array | undefined> {
    if (this.#hasLeft(block)) return this.#side?.body(block.id)?.subarray(offset, offset + length);
    return this.files.read({ file: block.file, offset: block.offset + offset }, length);
  }

  /** As `read`, for the few KiB of a single answer. */
  readSync(block: IndexedBlock, offset: number, length: number): Uint8Array | undefined {
    if (this.#hasLeft(block)) return this.#side?.body(block.id)?.subarray(offset, offset + length);
    return this.files.readSync({ file: block.file, offset: block.offset + offset }, length);
  }

  /** The error for bytes that are not those of the block that should be there. */
  damageOf({ file, offset, id }: FilePosition & { readonly id: BlockId }): BlockFileError {
    return new BlockFileError(
      this.files.pathOf(file),
      offset,
      `block ${id} is not at this place in the file`,
    );
  }

  #entryAtHead(height: number): IndexedBlock {
    const entry = this.#index.head.block(height);
    if (entry === undefined) throw new ChainError('broken', `the index has no block ${height}`);
    return entry;
  }

  async #contentsOf(entry: IndexedBlock): Promise<BlockContents> {
    const kept = this.#connected.get(entry.id);
    if (kept !== undefined) return kept;
    const source = {
      readBlockSlice: () => this.files.read(entry, blockSize(entry.transactionCount)),
      blockDamage: () => this.damageOf(entry),
    };
    const proven = (await readProvenBlock(source, (bytes) => this.#checker.digest(bytes), entry))!;
    return { ...proven, transactions: new BlockTransactions(proven.raw.subarray(HEADER_SIZE)).readAll() };
  }

  /** True for a published block that is no longer in the block files, but in `side/`. */
  #hasLeft({ height }: IndexedBlock): boolean {
    return height > this.#forkHeight;
  }

  /** Drops everything in the block files after a block. */
  async #truncateTo(tip: ChainTip | undefined): Promise<void> {
    const end = tip && endOf(locationOf(this.#entryAtHead(tip.height)));
    await this.files.truncate(end ?? { file: 0, offset: 0 });
  }

  async #write(write: ChainWrite, work: () => Promise<void>): Promise<void> {
    if (this.#failed !== undefined) {
      const { cause } = this.#failed;
      throw new ChainError('broken', `an earlier write failed: ${cause.message}`, { cause });
    }
    try {
      await work();
    } catch (error) {
      this.#failed = { write, cause: error as Error };
      throw error;
    }
    this.#apply(write);
  }

  /** Follows a write in memory. */
  #apply({ joined, head }: ChainWrite): void {
    this.#head = head;
    for (const { id, raw, transactions, transactionIds } of joined)
      this.#connected.set(id, { raw: withOwnBuffer(raw), transactions, transactionIds });
  }
}

function tipOf(view: IndexView): TipWithWork | undefined {
  const tip = view.tip();
  return tip && { height: tip.height, id: tip.id, work: tip.work };
}

/** A block's indexed fields. */
export function summaryOf(entry: IndexedBlock): StoredBlockSummary {
  return {
    height: entry.height,
    id: entry.id,
    header: decodeBlockHeader(entry.header),
    transactionCount: entry.transactionCount,
    sizeBytes: blockSize(entry.transactionCount),
    totalFees: entry.totalFees,
    reward: entry.reward,
  };
}

/** Copies bytes that are part of a larger buffer: a message to a thread would contain the whole buffer. */
function withOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);
}
