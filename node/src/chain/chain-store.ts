import {
  type AccountRecord,
  type Address,
  type BlockId,
  blockSize,
  BlockTransactions,
  blockWork,
  decodeBlockHeader,
  decodeTransaction,
  HEADER_SIZE,
  type Network,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  transactionOffset,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BlockFiles, BlockLocation } from '../storage/block-files.ts';
import { endOf, type Accounts, type CoreIndex, type IndexView } from '../storage/core-index.ts';
import { BlockFileError } from '../storage/errors.ts';
import type { BlockEntry, UndoEntry } from '../storage/layout.ts';
import type { SideStore } from '../storage/side-store.ts';
import { changeTree } from './account-overlay.ts';
import { accountRootAfter, type ValidatedBlock } from './block-validation.ts';
import { ChainError, type StepListener } from './chain-types.ts';
import type {
  BlockContents,
  ChainTip,
  LocatedBlock,
  PrefixMatches,
  StoredBlockSummary,
  StoredAccountProof,
  StoredTransaction,
  TipWithWork,
  TransactionLocation,
} from './chain-reader.ts';
import type { TransactionChecker } from './transaction-checker.ts';
import { readProvenBlock, WholeBlocks, type BlockSource, type Digest } from './whole-blocks.ts';

/** Cached bytes of connected blocks, for the projection: one full block, or many small ones. */
const CACHED_BYTES = 12 * 1024 * 1024;
interface ChainStoreOptions {
  readonly network: Network;
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
 * Writes move `head`, one batch at a time. Reads answer as of the published tip, from a snapshot of the index: they do not see
 * writes before `publish`. So a reorganization, which is many writes, is one change for readers.
 */
export class ChainStore implements BlockSource {
  readonly network: Network;
  readonly wholeBlocks: WholeBlocks;
  readonly #files: BlockFiles;
  readonly #index: CoreIndex;
  readonly #side: SideStore | undefined;
  readonly #digest: Digest;
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

  constructor({ network, files, index, side, checker, logger, onStep = () => undefined }: ChainStoreOptions) {
    this.network = network;
    this.#files = files;
    this.#index = index;
    this.#side = side;
    this.#logger = logger;
    this.#onStep = onStep;
    this.#digest = (transactions) => checker.digest(transactions);
    this.wholeBlocks = new WholeBlocks(this, this.#digest, logger);
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

  /** The accounts as of the published tip. */
  get accounts(): Accounts {
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
      const locations = await this.#files.append(blocks.map(({ raw }) => raw));
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
    const undo = this.undoAtHead(height);
    const contents = await this.#contentsOf(height, entry);
    const before = new Map(undo.map(({ address, record }) => [address, record]));
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
    return summaryOf(height, this.#entryAtHead(height));
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
    const { raw } = await this.#contentsOf(height, entry);
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

  tip(): ChainTip | undefined {
    const tip = this.#tip;
    return tip && { height: tip.height, id: tip.id };
  }

  /** Work of the chain, genesis included (PROTOCOL.md section 8); 0 without a genesis block. */
  work(): bigint {
    return this.#tip?.work ?? 0n;
  }

  /** Bytes of the block files. */
  storedBytes(): number {
    return this.#files.totalSize;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    const entry = this.#view.block(height);
    return entry && summaryOf(height, entry);
  }

  readHeaders(from: number, count: number): Promise<Buffer> {
    return this.#view.headers(from, count);
  }

  heightOfBlock(id: BlockId): number | undefined {
    return this.#view.heightOfBlock(id);
  }

  /** Location of a canonical block's bytes. They are not read here: the reader verifies them against the ID. */
  locateBlock(height: number): LocatedBlock | undefined {
    const entry = this.#view.block(height);
    if (entry === undefined) return undefined;
    const { offset, size } = locationOf(entry);
    const place = { height, id: entry.id, path: this.#files.pathOf(entry.file), offset, size };
    const kept = this.#connected.get(entry.id);
    if (kept === undefined) return place;
    const { raw, transactionIds } = kept;
    return { ...place, validated: { raw, transactionIds } };
  }

  async readBlockSlice(
    { height, id }: ChainTip,
    { offset, length }: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array | undefined> {
    const entry = this.#view.block(height);
    if (entry?.id !== id) return undefined;
    if (this.#hasLeft(height)) return this.#side?.body(id)?.subarray(offset, offset + length);
    return this.#files.read({ file: entry.file, offset: entry.offset + offset }, length);
  }

  blockDamage({ height, id }: ChainTip): Error {
    const { file = 0, offset = 0 } = this.#view.block(height) ?? {};
    return new BlockFileError(
      this.#files.pathOf(file),
      offset,
      `block ${id} is not at this place in the file`,
    );
  }

  /** One page of a block's transactions in block order; empty past the end; `undefined` for an absent block. */
  async readTransactions(
    height: number,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<StoredTransaction[] | undefined> {
    const entry = this.#view.block(height);
    if (entry === undefined) return undefined;
    const first = Math.min(page.offset, entry.transactionCount);
    const count = Math.min(page.limit, entry.transactionCount - first);
    if (count <= 0) return [];
    const bytes = this.#readSync(height, entry, transactionOffset(first), count * TRANSACTION_SIZE);
    if (bytes === undefined) return undefined;
    return Array.from({ length: count }, (_, position) => {
      const raw = bytes.subarray(position * TRANSACTION_SIZE, (position + 1) * TRANSACTION_SIZE);
      return storedTransaction(transactionId(raw), { height, index: first + position }, raw);
    });
  }

  locateTransaction(id: TransactionId): TransactionLocation | undefined {
    return this.#view.locateTransaction(id);
  }

  /** @throws BlockFileError if the block is damaged */
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

  async startingWith(
    { id, address }: { readonly id?: string; readonly address?: string },
    limit: number,
  ): Promise<PrefixMatches> {
    const view = this.#view;
    const [blocks, transactions, addresses] = await Promise.all([
      id === undefined ? [] : view.blocksStartingWith(id, limit),
      id === undefined ? [] : view.transactionsStartingWith(id, limit),
      address === undefined ? [] : view.addressesStartingWith(address, limit),
    ]);
    return { blocks, transactions, addresses };
  }

  account(address: Address): AccountRecord | undefined {
    return this.#view.account(address);
  }

  /**
   * The account root after a block that is being made on top of the published tip.
   * @param transactions 213 bytes each, the coinbase first
   * @throws ConsensusError
   */
  async accountRootAfter(height: number, transactions: readonly Uint8Array[]): Promise<Uint8Array> {
    const view = this.#view;
    const release = view.hold();
    try {
      return await accountRootAfter(view, height, transactions);
    } finally {
      release();
    }
  }

  async accountProof(
    address: Address,
    before?: TransactionLocation,
  ): Promise<StoredAccountProof | undefined> {
    const view = this.#view;
    const { height } = this.#tip!;
    const entry = view.block(height)!;
    const release = view.hold();
    try {
      const path = view.prove(address);
      const historyBefore = before && (await view.historyBefore(address, before));
      if (before !== undefined && historyBefore === undefined) return undefined;
      return { block: summaryOf(height, entry), path, historyBefore };
    } finally {
      release();
    }
  }

  accountHistory(
    address: Address,
    { before, limit }: { readonly before?: TransactionLocation; readonly limit: number },
  ): Promise<TransactionLocation[]> {
    return this.#view.history(address, before ?? { height: 0xffff_ffff, index: 0xffff_ffff }, limit);
  }

  /** Every key and value of the index in order, for comparing two chains. */
  indexEntries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.#view.entries();
  }

  #entryAtHead(height: number): BlockEntry {
    const entry = this.#index.head.block(height);
    if (entry === undefined) throw new ChainError('broken', `the index has no block ${height}`);
    return entry;
  }

  async #contentsOf(height: number, entry: BlockEntry): Promise<BlockContents> {
    const kept = this.#connected.get(entry.id);
    if (kept !== undefined) return kept;
    const source: BlockSource = {
      readBlockSlice: () => this.#files.read(entry, blockSize(entry.transactionCount)),
      blockDamage: () =>
        new BlockFileError(this.#files.pathOf(entry.file), entry.offset, `block ${entry.id} is not here`),
    };
    const proven = await readProvenBlock(source, this.#digest, { height, ...entry });
    const transactions = new BlockTransactions(proven!.raw.subarray(HEADER_SIZE)).readAll();
    return { ...proven!, transactions };
  }

  /** True for a published block that is no longer in the block files, but in `side/`. */
  #hasLeft(height: number): boolean {
    return height > this.#forkHeight;
  }

  #readSync(height: number, entry: BlockEntry, offset: number, length: number): Uint8Array | undefined {
    if (this.#hasLeft(height)) return this.#side?.body(entry.id)?.subarray(offset, offset + length);
    return this.#files.readSync({ file: entry.file, offset: entry.offset + offset }, length);
  }

  /** Drops everything in the block files after a block. */
  async #truncateTo(tip: ChainTip | undefined): Promise<void> {
    const end = tip && endOf(locationOf(this.#entryAtHead(tip.height)));
    await this.#files.truncate(end ?? { file: 0, offset: 0 });
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
export function summaryOf(height: number, entry: BlockEntry): StoredBlockSummary {
  return {
    height,
    id: entry.id,
    header: decodeBlockHeader(entry.header),
    transactionCount: entry.transactionCount,
    sizeBytes: blockSize(entry.transactionCount),
    totalFees: entry.totalFees,
    reward: entry.reward,
  };
}

/** Location of a block in its file, after the header of its record. */
export function locationOf({ file, offset, transactionCount }: BlockEntry): BlockLocation {
  return { file, offset, size: blockSize(transactionCount) };
}

/** Copies bytes that are part of a larger buffer: a message to a thread would contain the whole buffer. */
function withOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);
}

/** Decodes the bytes at each access to the property `transaction`. */
function storedTransaction(
  id: TransactionId,
  { height, index }: TransactionLocation,
  raw: Uint8Array,
): StoredTransaction {
  return {
    id,
    height,
    index,
    get transaction() {
      return decodeTransaction(raw);
    },
    raw,
  };
}
