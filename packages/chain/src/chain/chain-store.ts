import {
  type AccountRecord,
  type Address,
  type BlockId,
  blockIdBytes,
  blockIdFromBytes,
  BlockTransactions,
  blockWork,
  HEADER_SIZE,
  hexToBytes,
  MEDIAN_TIME_SPAN,
} from '@cairn/protocol';
import type { Log, Turn } from '../runtime.ts';
import type { AccountChanges } from '../storage/account-tree.ts';
import {
  damageAt,
  endOf,
  isBefore,
  type BlockLocation,
  type BlockLog,
  type FilePosition,
} from '../storage/block-log.ts';
import type { CoreStore, PlacedBlock, CorePlaces, CoreView, LeftBlock } from '../storage/core-store.ts';
import type { SideStore } from '../storage/side-store.ts';
import type { CheckedBlock, ReceivedBlock } from './block-validation.ts';
import { ChainChange } from './chain-change.ts';
import type { ChainEvent, ChangeLimits, StepListener } from './chain-types.ts';
import type { TransactionChecker } from './transaction-checker.ts';
import { proveBlock } from './whole-blocks.ts';

/** Bytes of disconnected blocks that an event carries: more than the 20,000 transfers of a full mempool (4.3 MB). */
const RETURNED_BYTES = 16 * 1024 * 1024;

interface ChainStoreOptions {
  readonly log: BlockLog;
  readonly core: CoreStore;
  readonly side: SideStore;
  readonly checker: TransactionChecker;
  readonly logger: Log;
  readonly turn: Turn;
  /** What one write may hold. */
  readonly limits?: ChangeLimits | undefined;
  readonly onStep?: StepListener | undefined;
}

/**
 * The chain on disk: block files, core and side blocks (PROTOCOL.md section 6).
 *
 * `write` moves `latest`, one change at a time; readers have `published`, which follows with `publish`. So a switch of branch that
 * takes several writes is one change for them.
 */
export class ChainStore {
  readonly log: BlockLog;
  readonly side: SideStore;
  readonly #core: CoreStore;
  readonly #checker: TransactionChecker;
  readonly #logger: Log;
  readonly #turn: Turn;
  readonly #limits: ChangeLimits | undefined;
  readonly #onStep: StepListener;
  #latest: CoreView;
  #published: CoreView;
  #end: FilePosition;
  /** What was written since the last publication. */
  #unpublished = new WrittenChanges();

  constructor({
    log,
    core,
    side,
    checker,
    logger,
    turn,
    limits,
    onStep = () => undefined,
  }: ChainStoreOptions) {
    this.log = log;
    this.side = side;
    this.#core = core;
    this.#checker = checker;
    this.#logger = logger;
    this.#turn = turn;
    this.#limits = limits;
    this.#onStep = onStep;
    this.#latest = core.view();
    this.#published = this.#latest;
    const { endFile, endOffset } = this.#latest.tip;
    this.#end = { file: endFile, offset: endOffset };
  }

  /** `core/` as of the newest block on disk. */
  get latest(): CoreView {
    return this.#latest;
  }

  /** `core/` as of the tip that readers have. */
  get published(): CoreView {
    return this.#published;
  }

  /** An empty change of the chain on disk. */
  newChange(): ChainChange {
    return new ChainChange(this.#latest, this.#turn, this.#limits);
  }

  /**
   * Lets a change leave blocks, from its tip down to above a height, as many as it takes.
   * @throws BlockFileError if one cannot be read
   */
  async leaveBlocks(change: ChainChange, height: number): Promise<void> {
    const before = new Map<Address, AccountRecord | undefined>();
    let { work } = change.tip;
    let at = change.tip.height;
    for (; at > height; at -= 1) {
      const entry = this.#latest.block(at)!;
      if (!change.takes(entry.sizeBytes)) break;
      change.leave(await this.readBlock(entry));
      work -= blockWork(entry.header.bits);
      for (const { address, record } of this.#latest.undo(at)!) before.set(address, record);
    }
    await change.moveTo({ height: at, id: this.#latest.block(at)!.id, work }, before);
  }

  /** The accounts that the blocks above a height changed, as they were before them. Lets other events run between two blocks. */
  async accountsBefore(height: number): Promise<AccountChanges> {
    const before = new Map<Address, AccountRecord | undefined>();
    for (let at = this.#latest.tip.height; at > height; at -= 1) {
      for (const { address, record } of this.#latest.undo(at)!) before.set(address, record);
      await this.#turn();
    }
    return before;
  }

  /**
   * Writes a change: the block files first, then one synced batch with every row and the tip; then its blocks leave `side/`.
   * @throws StorageWriteError; nothing may be written after that
   */
  async write(change: ChainChange): Promise<void> {
    const { height } = change.tip;
    const isInSide = (id: BlockId): boolean => this.side.entry(id) !== undefined;
    const fromSide = change.joined.map(({ id }) => id).filter(isInSide); // a damaged store ends it before anything is written
    this.#onStep('begun', height);
    const placing = this.#place(change);
    const writing = this.#core.write(change, placing);
    await Promise.allSettled([placing, writing]); // also if one fails, neither goes on
    await writing;
    this.#onStep('indexed', height);
    this.#unpublished.add(change);
    const old = this.#latest;
    this.#latest = this.#core.view();
    if (old !== this.#published) void old.close();
    await this.side.remove(fromSide);
  }

  /** Notes a block of the block files that is not in the chain. @throws StorageWriteError */
  async writeLeft({ id, raw }: ReceivedBlock, location: BlockLocation): Promise<void> {
    const { tip } = this.#latest;
    const header = raw.subarray(0, HEADER_SIZE);
    this.#end = later(this.#end, endOf(location));
    await this.#core.writeLeft({ id, header, ...location }, tip, this.#end);
  }

  /** Forgets blocks of the block files that are not in the chain. @throws StorageWriteError */
  async forgetLeft(ids: readonly BlockId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#core.forgetLeft(ids);
  }

  /** How far `core/` accounts for the block files. */
  get end(): FilePosition {
    return this.#end;
  }

  async #place({ joining, backTo, end, tip }: ChainChange): Promise<CorePlaces> {
    const bodies = joining.filter(({ location }) => location === undefined).map(({ block }) => block.raw);
    if (backTo !== undefined) bodies.unshift(hexToBytes(backTo));
    const appended = (await this.log.append(bodies)).values();
    if (backTo !== undefined) appended.next();
    this.#onStep('appended', tip.height);
    const locations = joining.map(({ location }) => location ?? appended.next().value!);
    const ends = locations.map(endOf);
    if (end !== undefined) ends.push(end);
    if (bodies.length > 0) ends.push(this.log.end);
    return { locations, end: (this.#end = ends.reduce(later, this.#end)) };
  }

  /** Moves readers to the newest block on disk. @returns what has changed for them; `undefined` if nothing has */
  publish(): ChainEvent | undefined {
    const [old, now] = [this.#published, this.#latest];
    if (old === now) return undefined;
    const event = this.#unpublished.eventBetween(old, now);
    this.#published = now;
    this.#unpublished = new WrittenChanges();
    void old.close(); // once what reads it in several turns has ended
    return event;
  }

  /** Ends the views. The files, `core/` and the side blocks are closed by whoever opened them. */
  async close(): Promise<void> {
    await this.#published.close();
    if (this.#latest !== this.#published) await this.#latest.close();
  }

  /** Where a block of the block files is that is not in the chain. */
  left(id: BlockId): BlockLocation | undefined {
    return this.#core.left(id);
  }

  /** All blocks of the block files that are not in the chain. */
  leftBlocks(): Promise<LeftBlock[]> {
    return this.#core.leftBlocks();
  }

  /** The header and size of a block that is not in the chain; `undefined` if it is not stored. */
  sideEntry(id: BlockId): { readonly header: Uint8Array; readonly sizeBytes: number } | undefined {
    return this.#core.left(id) ?? this.side.entry(id);
  }

  /** The bytes of a block that is not in the chain; `undefined` if they are not stored, or not its. */
  async sideBody(id: BlockId): Promise<Uint8Array | undefined> {
    const left = this.#core.left(id);
    try {
      const raw = left === undefined ? this.side.body(id) : await this.log.read(left, left.sizeBytes);
      if (raw === undefined || blockIdFromBytes(blockIdBytes(raw)) === id) return raw;
      throw left === undefined ? new Error(`side block ${id} is damaged`) : this.#damageOf({ id, ...left });
    } catch (error) {
      this.#logger.error(`A block of another branch cannot be read: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** A block of the chain on disk, proven. @throws BlockFileError */
  async readBlock(entry: PlacedBlock): Promise<CheckedBlock & BlockLocation> {
    const { id, header, file, offset, sizeBytes } = entry;
    const raw = await this.log.read(entry, sizeBytes);
    const proven = await proveBlock(raw, id, (bytes) => this.#checker.digest(bytes));
    if (proven === undefined) throw this.#damageOf(entry);
    const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll();
    return { id, header, ...proven, transactions, file, offset, sizeBytes };
  }

  /** The error for bytes that are not those of the block that should be there. */
  #damageOf({ id, ...location }: { readonly id: BlockId; readonly file: number; readonly offset: number }) {
    return damageAt(this.log, location, `block ${id} is not at this place in the file`);
  }
}

/** What was written since readers moved last. */
class WrittenChanges {
  /** Height of the newest block that never left. */
  #common = Number.POSITIVE_INFINITY;
  readonly #accounts = new Map<Address, AccountRecord | undefined>();
  /** The oldest blocks that left, highest first. */
  readonly #left = new Map<BlockId, CheckedBlock>();
  #leftBytes = 0;

  add({ left, accounts }: ChainChange): void {
    for (const [address, record] of accounts) this.#accounts.set(address, record);
    for (const block of left) {
      this.#common = Math.min(this.#common, block.header.height - 1);
      if (this.#left.has(block.id)) continue;
      this.#left.set(block.id, block);
      this.#leftBytes += block.raw.length;
    }
    // No other block's transactions depend on those of the newest ones.
    for (const { id, raw } of this.#left.values()) {
      if (this.#leftBytes <= RETURNED_BYTES) break;
      this.#left.delete(id);
      this.#leftBytes -= raw.length;
    }
  }

  eventBetween(old: CoreView, now: CoreView): ChainEvent | undefined {
    const lower = Math.min(old.tip.height, now.tip.height);
    let common = Math.min(this.#common, lower);
    while (common < lower && old.block(common + 1)!.id === now.block(common + 1)!.id) common += 1;
    const left = Array.from({ length: old.tip.height - common }, (_, at) => old.block(old.tip.height - at)!);
    const disconnected = left.map(({ id }) => id);
    const connected = Array.from(
      { length: now.tip.height - common },
      (_, at) => now.block(common + 1 + at)!.id,
    );
    if (disconnected.length === 0 && connected.length === 0) return undefined;
    const hasLeft = new Set(disconnected);
    return {
      oldTip: { height: old.tip.height, id: old.tip.id },
      newTip: { height: now.tip.height, id: now.tip.id },
      commonHeight: common,
      disconnected,
      connected,
      left,
      accounts: this.#accounts,
      returned: [...this.#left.values()].filter(({ id }) => hasLeft.has(id)).toReversed(),
    };
  }
}

function later<Position extends { readonly file: number; readonly offset: number }>(
  one: Position,
  other: Position,
): Position {
  return isBefore(one, other) ? other : one;
}

/** What the headers above a stored block depend on. */
export function checkpointAt(view: CoreView, height: number) {
  const block = (at: number) => view.block(at)!;
  const first = Math.max(0, height - MEDIAN_TIME_SPAN + 1);
  return {
    height,
    id: block(height).id,
    timestamps: Array.from({ length: height - first + 1 }, (_, at) => block(first + at).header.timestamp),
    anchorTimestamp: height === 0 ? undefined : block(1).header.timestamp,
  };
}
