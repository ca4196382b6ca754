import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AccountRecord,
  type Address,
  type BlockId,
  BlockTransactions,
  blockWork,
  HEADER_SIZE,
  MEDIAN_TIME_SPAN,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { AccountChanges } from '../storage/account-tree.ts';
import { endOf, type BlockFiles, type BlockLocation, type FilePosition } from '../storage/block-files.ts';
import type { CoreIndex, IndexedBlock, IndexView } from '../storage/core-index.ts';
import { BlockFileError } from '../storage/errors.ts';
import type { SideStore } from '../storage/side-store.ts';
import { BlockBatch, isFull, type BatchLimits } from './block-batch.ts';
import type { CheckedBlock, ValidatedBlock } from './block-validation.ts';
import {
  ChainError,
  type ChainEvent,
  type ChainTip,
  type ProvenBlock,
  type StepListener,
  type TipWithWork,
} from './chain-types.ts';
import { TipChangeRecorder, type ChainWrite } from './tip-change.ts';
import type { TransactionChecker } from './transaction-checker.ts';
import { proveBlock, type BlockSource } from './whole-blocks.ts';

/** Cached bytes of connected blocks, for the projection: one full block, or many small ones. */
const CACHED_BYTES = 12 * 1024 * 1024;

interface ChainStoreOptions {
  readonly files: BlockFiles;
  readonly index: CoreIndex;
  readonly side: SideStore;
  readonly checker: TransactionChecker;
  readonly logger: Logger;
  /** What one write may hold. */
  readonly limits: BatchLimits;
  readonly onStep?: StepListener | undefined;
}

/**
 * The canonical chain on disk: block files and index (PROTOCOL.md section 6).
 *
 * Writes move `head`, one batch at a time. Readers use `tip`, `view` and `read`, which answer as of the published tip, from a
 * snapshot of the index: they do not see writes before `publish`. So a reorganization, which is many writes, is one change for them.
 */
export class ChainStore implements BlockSource {
  readonly files: BlockFiles;
  readonly #index: CoreIndex;
  readonly #side: SideStore;
  readonly #checker: TransactionChecker;
  readonly #logger: Logger;
  readonly #limits: BatchLimits;
  readonly #onStep: StepListener;
  #head: TipWithWork;
  #tip: TipWithWork;
  #view: IndexView;
  /** What was written since the published tip. */
  #change: TipChangeRecorder;
  /** Published blocks from this height on have left, or are about to: they are read from `side/`. */
  #leftFrom = Number.POSITIVE_INFINITY;
  /** The newest connected blocks by ID: the projection need not read and hash them again. */
  readonly #connected = new LRUCache<string, ProvenBlock>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ raw, transactionIds }) => raw.length + transactionIds.length,
  });
  /** A failed write: no other happens until the index is reopened. */
  #failed: { readonly write: ChainWrite; readonly headId: BlockId; readonly cause: Error } | undefined;

  constructor({ files, index, side, checker, logger, limits, onStep = () => undefined }: ChainStoreOptions) {
    this.files = files;
    this.#index = index;
    this.#side = side;
    this.#checker = checker;
    this.#logger = logger;
    this.#limits = limits;
    this.#onStep = onStep;
    this.#head = index.head.tip()!;
    this.#tip = this.#head;
    this.#view = index.view();
    this.#change = new TipChangeRecorder(this.#tip);
  }

  /** The newest block on disk. */
  get head(): TipWithWork {
    return this.#head;
  }

  /** The index as of `head`. */
  get live(): IndexView {
    return this.#index.head;
  }

  /** The published tip. */
  get tip(): TipWithWork {
    return this.#tip;
  }

  /** The index as of the published tip. */
  get view(): IndexView {
    return this.#view;
  }

  /** An empty batch on top of `head`. */
  newBatch(): BlockBatch {
    return new BlockBatch(this.live, this.#limits);
  }

  /**
   * Writes a batch on top of `head`: the block files first, then one synced batch with every index entry and the tip.
   * @throws StorageWriteError; ChainError `broken` after an earlier failure
   */
  commit(batch: BlockBatch): Promise<ChainWrite> {
    const { blocks } = batch;
    const { header, id } = batch.newest!;
    const { height } = header;
    return this.#write({ left: [], before: new Map(), joined: blocks }, id, async () => {
      await this.#dropAfterHead();
      this.#onStep('begun', height);
      const appending = this.#append(blocks);
      const connecting = this.#index.connect(blocks, batch, appending);
      await Promise.allSettled([appending, connecting]); // also if one fails, neither goes on
      await connecting;
      this.#onStep('indexed', height);
    });
  }

  async #append(blocks: readonly ValidatedBlock[]): Promise<BlockLocation[]> {
    const locations = await this.files.append(blocks.map(({ raw }) => raw));
    this.#onStep('appended', blocks.at(-1)!.header.height);
    return locations;
  }

  /**
   * Stores the blocks above a height in `side/`, the newest first. Nothing has changed if one cannot be read or stored.
   * @throws StorageWriteError, BlockFileError
   */
  async keepAbove(height: number): Promise<void> {
    for (let top = this.#head.height; top > height;) {
      const blocks = await this.#blocksDown(top, height);
      await this.#side.putEarlier(blocks);
      top -= blocks.length;
    }
  }

  /**
   * Removes the newest blocks above a height, as many as one write takes, which are kept in `side/`: their index entries, then their
   * records in the block files. Readers of the published tip still have them.
   * @throws StorageWriteError, BlockFileError, ChainError `broken`
   */
  async stepBack(height: number): Promise<ChainWrite> {
    const left = await this.#blocksDown(this.#head.height, height);
    const lowest = this.#head.height - left.length + 1;
    const parent = this.live.block(lowest - 1)!;
    const before = await this.accountsBefore(lowest);
    const changed = await this.live.tree.withMany(before, this.live);
    const work = left.reduce((rest, { header }) => rest - blockWork(header.bits), this.#head.work);
    return this.#write({ left, before, joined: [] }, parent.id, async () => {
      this.#leftFrom = lowest;
      const head = { height: lowest - 1, id: parent.id, work };
      await this.#index.disconnect(left, changed, head, endOf(parent));
      this.#onStep('disconnected', lowest);
      await this.#dropAfterHead();
    });
  }

  /** The accounts that the blocks from a height on changed, as they were before them. Lets other events run between two blocks. */
  async accountsBefore(height: number): Promise<AccountChanges> {
    const before = new Map<Address, AccountRecord | undefined>();
    for (let at = this.#head.height; at >= height; at -= 1) {
      for (const { address, record } of this.live.undo(at)!) before.set(address, record);
      await nextTurn();
    }
    return before;
  }

  /** Blocks of the chain from one down to above a height, as many as one write takes. @throws BlockFileError */
  async #blocksDown(from: number, height: number): Promise<CheckedBlock[]> {
    const blocks: CheckedBlock[] = [];
    let bytes = 0;
    for (let at = from; at > height && !isFull(this.#limits, blocks.length, bytes); at -= 1) {
      const block = await this.#read(this.live.block(at)!);
      blocks.push(block);
      bytes += block.raw.length;
    }
    return blocks;
  }

  /** Moves readers to `head`. @returns what has changed for them since the last call; `undefined` if nothing has */
  publish(): ChainEvent | undefined {
    this.#moveReaders();
    const event = this.#change.event(this.#tip);
    this.#change = new TipChangeRecorder(this.#tip);
    return event;
  }

  #moveReaders(): void {
    const old = this.#view;
    this.#view = this.#index.view();
    this.#tip = this.#head;
    this.#leftFrom = Number.POSITIVE_INFINITY;
    // What reads the old view in several turns ends first.
    void old.close();
  }

  /**
   * After a failed write, makes the store writable again.
   * @returns the write, if the index has it after all: `head` and readers have moved then
   * @throws ChainError `broken` while that cannot be done
   */
  async repair(): Promise<ChainWrite | undefined> {
    if (this.#failed === undefined) return undefined;
    const { write, headId, cause } = this.#failed;
    try {
      await this.#index.reopen();
    } catch (error) {
      const problem = `no block is written until there is room: ${cause.message}`;
      throw new ChainError('broken', problem, { cause: error });
    }
    this.#failed = undefined;
    const isStored = this.live.tip()!.id === headId;
    if (isStored) this.#apply(write);
    this.#moveReaders(); // reopening has ended their view
    this.#logger.info('The index can be written again');
    return isStored ? write : undefined;
  }

  /** Ends the view of the published tip. The files and the index are closed by whoever opened them. */
  async close(): Promise<void> {
    await this.#view.close();
  }

  /** A block that this process connected, while it is kept. */
  connected(id: BlockId): ProvenBlock | undefined {
    return this.#connected.get(id);
  }

  /** A block of the chain on disk, proven. @throws BlockFileError */
  async #read(block: IndexedBlock): Promise<CheckedBlock> {
    const { id, header } = block;
    const read = async () =>
      proveBlock(await this.files.read(block, block.sizeBytes), id, (bytes) => this.#checker.digest(bytes));
    const proven = this.#connected.get(id) ?? (await read());
    if (proven === undefined) throw this.#damageOf(block);
    const transactions = new BlockTransactions(proven.raw.subarray(HEADER_SIZE)).readAll();
    return { id, header, ...proven, transactions };
  }

  async readBlockSlice(
    { height, id }: ChainTip,
    { offset, length }: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array | undefined> {
    const block = this.#view.block(height);
    if (block?.id !== id) return undefined;
    return this.#hasLeft(block)
      ? this.#side.body(id)?.subarray(offset, offset + length)
      : this.files.read({ file: block.file, offset: block.offset + offset }, length);
  }

  /** Stored bytes of a block of the view, unverified: the few KiB of a single answer. @throws BlockFileError */
  readSync(block: IndexedBlock, offset: number, length: number): Uint8Array | undefined {
    return this.#hasLeft(block)
      ? this.#side.body(block.id)?.subarray(offset, offset + length)
      : this.files.readSync({ file: block.file, offset: block.offset + offset }, length);
  }

  blockDamage({ height, id }: ChainTip): BlockFileError {
    return this.#damageOf({ file: 0, offset: 0, ...this.#view.block(height), id });
  }

  /** The error for bytes that are not those of the block that should be there. */
  #damageOf({ file, offset, id }: FilePosition & { readonly id: BlockId }): BlockFileError {
    return new BlockFileError(
      this.files.pathOf(file),
      offset,
      `block ${id} is not at this place in the file`,
    );
  }

  #hasLeft({ height }: IndexedBlock): boolean {
    return height >= this.#leftFrom;
  }

  /** Drops everything in the block files after the indexed blocks. */
  #dropAfterHead(): Promise<void> {
    return this.files.truncate(this.live.end());
  }

  /** @param headId the newest block after the write */
  async #write(write: ChainWrite, headId: BlockId, work: () => Promise<void>): Promise<ChainWrite> {
    if (this.#failed !== undefined) {
      const { cause } = this.#failed;
      throw new ChainError('broken', `an earlier write failed: ${cause.message}`, { cause });
    }
    try {
      await work();
    } catch (error) {
      this.#failed = { write, headId, cause: error as Error };
      throw error;
    }
    return this.#apply(write);
  }

  /** Follows a write in memory. */
  #apply(write: ChainWrite): ChainWrite {
    this.#head = this.live.tip()!;
    this.#change.add(write);
    for (const { id, raw, transactionIds } of write.joined)
      this.#connected.set(id, { raw: withOwnBuffer(raw), transactionIds });
    return write;
  }
}

/** What the headers above a stored block depend on. */
export function checkpointAt(view: IndexView, height: number) {
  const block = (at: number) => view.block(at)!;
  const first = Math.max(0, height - MEDIAN_TIME_SPAN + 1);
  return {
    height,
    id: block(height).id,
    timestamps: Array.from({ length: height - first + 1 }, (_, at) => block(first + at).header.timestamp),
    anchorTimestamp: height === 0 ? undefined : block(1).header.timestamp,
  };
}

/** Copies bytes that are part of a larger buffer: a message to a thread would contain the whole buffer. */
function withOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);
}
