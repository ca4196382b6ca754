import {
  type AccountPath,
  type AccountRecord,
  type Address,
  type BlockHeader,
  type BlockId,
  blockSize,
  type BlockTransactions,
  type AccountsOfBlock,
  concatBytes,
  decodeBlockHeader,
  EMPTY_HISTORY,
  HEADER_SIZE,
  hexToBytes,
  ID_SIZE,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Turn } from '../runtime.ts';
import {
  AccountTree,
  bucketHash,
  type BucketStore,
  type BucketChanges,
  type TreeChange,
  type Hash,
  toBytes,
  toHash,
} from './account-tree.ts';
import type { BlockLocation, FilePosition } from './block-log.ts';
import { LevelError } from './errors.ts';
import {
  addressRange,
  BUCKET_HASHES,
  BUCKETS,
  BLOCK_IDS,
  BLOCKS,
  BUILDING,
  FORMAT_VERSION,
  headerIn,
  HISTORY,
  historyRange,
  idsStartingWith,
  LAST_LOCATION,
  LEFT,
  TIP,
  TRANSACTIONS,
  UNDO,
  type LeftEntry,
  type Location,
  type TipEntry,
  type UndoEntry,
} from './layout.ts';
import {
  LevelStore,
  type DamageListener,
  type DatabasePlace,
  type LevelBatch,
  type LevelSnapshot,
} from './level.ts';

/** LevelDB's read cache and its write buffer, of which it keeps two. */
const TUNING = { cacheSize: 16 * 1024 * 1024, writeBufferSize: 8 * 1024 * 1024 };

/** The indexed fields of a block, and where its bytes are. */
export interface PlacedBlock extends BlockLocation {
  readonly height: number;
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
  readonly header: BlockHeader;
  /** Coinbase included; at least 1. */
  readonly transactionCount: number;
  /** Sum of the non-coinbase fees, in pebbles. */
  readonly totalFees: bigint;
  /** Value of the coinbase, in pebbles. */
  readonly reward: bigint;
}

/** A block, with everything that its rows need. */
export interface BlockRows {
  readonly id: BlockId;
  readonly header: BlockHeader;
  readonly raw: Uint8Array;
  /** In block order, the coinbase first. */
  readonly transactions: BlockTransactions;
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
  /** Accounts of every address in the block, before and after it. */
  readonly accounts: AccountsOfBlock;
  /** Pebbles. */
  readonly totalFees: bigint;
  /** Value of the coinbase, in pebbles. */
  readonly reward: bigint;
  /** Work of the chain up to this block. */
  readonly work: bigint;
}

/** A block to leave: what is needed to remove its rows, and where its bytes stay. */
export type BlockToLeave = Pick<BlockRows, 'id' | 'header' | 'raw' | 'transactions' | 'transactionIds'> &
  BlockLocation;

/** A block of the block files that is not in the chain. */
export type LeftBlock = LeftEntry & { readonly id: BlockId };

/** What one write of `core/` changes; `tree` and `buckets` are the accounts after it. */
export interface CoreChange extends TreeChange {
  readonly tip: Pick<TipEntry, 'height' | 'id' | 'work'>;
  /** Blocks that leave the chain, the highest first. */
  readonly left: readonly BlockToLeave[];
  /** Blocks that join it, the lowest first. */
  readonly joined: readonly BlockRows[];
  /** Blocks of the block files that are known no longer. */
  readonly forgotten: readonly BlockId[];
}

/** Where the joined blocks of a change are, and how far its rows account for the block files. */
export interface CorePlaces {
  readonly locations: readonly BlockLocation[];
  readonly end: FilePosition;
}

/** Blocks, transactions and addresses whose identifiers share a prefix, sorted by identifier. */
export interface PrefixMatches {
  readonly blocks: readonly { readonly id: BlockId; readonly height: number }[];
  readonly transactions: readonly { readonly id: TransactionId; readonly height: number }[];
  readonly addresses: readonly Address[];
}

/** The accounts after some block: their tree, and the records of its buckets. */
export interface Accounts extends BucketStore {
  readonly tree: AccountTree;
  account(address: Address): AccountRecord | undefined;
}

/** Buckets to cache, some 30 MiB: a full block changes up to 79,000, and most of them are needed again soon. */
const CACHED_BUCKETS = 50_000;

/** `core/` as of one tip: what it reads does not change, whatever is written meanwhile. */
export class CoreView implements Accounts {
  readonly tip: TipEntry;
  readonly tree: AccountTree;
  readonly #level: LevelStore;
  /** By hash, so that they are right for every view. */
  readonly #buckets: LRUCache<Hash, Uint8Array>;
  readonly #snapshot: LevelSnapshot;
  #holds = 0;
  #released: PromiseWithResolvers<void> | undefined;

  constructor(level: LevelStore, tree: AccountTree, buckets: LRUCache<Hash, Uint8Array>) {
    this.#level = level;
    this.#buckets = buckets;
    this.#snapshot = level.snapshot();
    this.tree = tree;
    this.tip = this.#decode(TIP, TIP.key())!;
  }

  block(height: number): PlacedBlock | undefined {
    const entry = this.#decode(BLOCKS, BLOCKS.key(height));
    if (entry === undefined) return undefined;
    const header = decodeBlockHeader(entry.header);
    return { ...entry, height, header, sizeBytes: blockSize(entry.transactionCount) };
  }

  /** The headers of consecutive blocks as they are stored, 118 bytes each, one after another; fewer at the tip. */
  async headers(from: number, count: number): Promise<Uint8Array> {
    const rows = await this.#entries({ ...BLOCKS.range(from, LAST_LOCATION.height), limit: count });
    return concatBytes(...rows.map(([, row]) => headerIn(row)));
  }

  heightOfBlock(id: BlockId): number | undefined {
    return this.#decode(BLOCK_IDS, BLOCK_IDS.key(id));
  }

  locateTransaction(id: TransactionId): Location | undefined {
    return this.#decode(TRANSACTIONS, TRANSACTIONS.key(hexToBytes(id)));
  }

  account(address: Address): AccountRecord | undefined {
    return this.tree.record(address, this);
  }

  /** @throws LevelError for records that are missing, or not those that were hashed */
  bucket(prefix: string, hash: Hash): Uint8Array {
    const cached = this.#buckets.get(hash);
    if (cached !== undefined) return cached;
    const records = this.#level.get(BUCKETS.key(prefix), this.#snapshot);
    // Consensus depends on them: a flipped bit would make honest blocks look invalid.
    if (records === undefined || bucketHash(records) !== hash)
      throw this.#level.damage(`the records of accounts ${prefix} are not what was written`);
    this.#buckets.set(hash, records);
    return records;
  }

  /** What proves the record of an address, or that it has none (PROTOCOL.md section 9). */
  prove(address: Address): AccountPath {
    return this.tree.prove(address, this);
  }

  /**
   * The newest transactions of an address, newest first, and the history before the oldest of them.
   * @param before exclusive; by default the range ends with the newest transaction
   * @returns `undefined` if the address has no transaction at `before`
   */
  async historyRange(
    address: Address,
    before: Location | undefined,
    limit: number,
  ): Promise<{ readonly locations: Location[]; readonly before: Uint8Array } | undefined> {
    const isAbsent = ({ height, index }: Location): boolean =>
      this.#level.get(HISTORY.key({ address, height, index }), this.#snapshot) === undefined;
    if (before !== undefined && isAbsent(before)) return undefined;
    const range = historyRange(address, before ?? LAST_LOCATION);
    const entries = await this.#entries({ ...range, reverse: true, limit: limit + 1 });
    const older = entries[limit];
    return {
      locations: entries.slice(0, limit).map(([key]) => locationIn(key)),
      before: older === undefined ? EMPTY_HISTORY : HISTORY.decode(older[1]),
    };
  }

  /** The accounts that a block changed, as they were before it. */
  undo(height: number): readonly UndoEntry[] | undefined {
    return this.#decode(UNDO, UNDO.key(height));
  }

  /** True if the accounts before a block are stored; they are not read. */
  hasUndo(height: number): boolean {
    return this.#level.get(UNDO.key(height), this.#snapshot) !== undefined;
  }

  /** Locations in an address history, newest first, older than `before`. */
  async history(address: Address, before: Location, limit: number): Promise<Location[]> {
    const entries = await this.#entries({ ...historyRange(address, before), reverse: true, limit });
    return entries.map(([key]) => locationIn(key));
  }

  /**
   * Blocks, transactions and addresses by prefix, ascending, up to `limit` of each.
   * @param prefix `id`: up to 64 lowercase hex digits; `address`: up to 34 characters
   */
  async startingWith(
    { id, address }: { readonly id?: string; readonly address?: string },
    limit: number,
  ): Promise<PrefixMatches> {
    const release = this.hold();
    try {
      const addresses = address === undefined ? [] : await this.#addressesStartingWith(address, limit);
      return { ...(await this.#idsStartingWith(id, limit)), addresses };
    } finally {
      release();
    }
  }

  async #idsStartingWith(id: string | undefined, limit: number): Promise<Omit<PrefixMatches, 'addresses'>> {
    if (id === undefined) return { blocks: [], transactions: [] };
    const [first, last] = idsStartingWith(id);
    const blocks = await this.#entries({ ...BLOCK_IDS.range(first, last), limit });
    const range = TRANSACTIONS.range(hexToBytes(first), hexToBytes(last));
    const transactions = await this.#entries({ ...range, limit });
    return {
      blocks: blocks.map(([key, row]) => ({ id: BLOCK_IDS.readKey(key), height: BLOCK_IDS.decode(row) })),
      transactions: transactions.map(([key, row]) => ({
        id: transactionIdFromBytes(TRANSACTIONS.readKey(key)),
        height: TRANSACTIONS.decode(row).height,
      })),
    };
  }

  async #addressesStartingWith(characters: string, limit: number): Promise<Address[]> {
    const addresses: Address[] = [];
    while (addresses.length < limit) {
      const range = addressRange(characters, addresses.at(-1) ?? '');
      const [next] = await this.#entries({ ...range, limit: 1 });
      if (next === undefined) break;
      addresses.push(HISTORY.readKey(next[0]).address);
    }
    return addresses;
  }

  /** Lets `close` wait for work that takes several turns. @returns a function that ends that */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      if (this.#holds === 0) this.#released?.resolve();
    };
  }

  /** Ends the view once nobody holds it; nothing can be read from it afterwards. */
  async close(): Promise<void> {
    // LevelDB's own count of references refuses every read from here on, also those of work in progress.
    if (this.#holds > 0) await (this.#released = Promise.withResolvers()).promise;
    await this.#snapshot?.close();
  }

  #decode<Value>(table: { decode(bytes: Uint8Array): Value }, key: Uint8Array): Value | undefined {
    const value = this.#level.get(key, this.#snapshot);
    return value && table.decode(value);
  }

  /** Also of a view that is closed meanwhile: LevelDB reads a range in several turns. */
  async #entries(range: Parameters<LevelStore['entries']>[0]): Promise<[Uint8Array, Uint8Array][]> {
    const release = this.hold();
    try {
      return await Array.fromAsync(this.#level.entries(range, this.#snapshot));
    } finally {
      release();
    }
  }
}

/** The key-value store `core/` (PROTOCOL.md section 6): its rows, and the batches that change them. */
export class CoreStore {
  readonly #level: LevelStore;
  readonly #buckets: LRUCache<Hash, Uint8Array>;
  /** The accounts after the last finished write. */
  #tree: AccountTree;

  readonly #turn: Turn;

  private constructor(level: LevelStore, tree: AccountTree, turn: Turn, cachedBuckets = CACHED_BUCKETS) {
    this.#level = level;
    // With `max`, lru-cache would allocate all slots at once.
    this.#buckets = new LRUCache({ maxSize: cachedBuckets, sizeCalculation: () => 1 });
    this.#tree = tree;
    this.#turn = turn;
  }

  /**
   * Opens the store, creating it if it does not exist.
   * @param turn lets other events run while a change is composed
   * @throws LevelError, `level_damaged` also for another format
   */
  static async open(place: DatabasePlace, turn: Turn, onDamage?: DamageListener): Promise<CoreStore> {
    const level = await LevelStore.open(place, { ...TUNING, onDamage });
    try {
      const format = level.get(TIP.key())?.[0];
      if (format === undefined || format === FORMAT_VERSION)
        return new CoreStore(level, await readTree(level), turn, place.cachedBuckets);
      throw new LevelError('level_damaged', level.path, `its format is ${format}, not ${FORMAT_VERSION}`);
    } catch (error) {
      await level.close();
      throw error;
    }
  }

  get path(): string {
    return this.#level.path;
  }

  /** True until the genesis block is in it. */
  get isEmpty(): boolean {
    return this.#level.get(TIP.key()) === undefined;
  }

  /** True while it is made anew from the block files. */
  get isBuilding(): boolean {
    return this.#level.get(BUILDING.key()) !== undefined;
  }

  /** A block of the block files that is not in the chain, as of now. */
  left(id: BlockId): LeftEntry | undefined {
    const row = this.#level.get(LEFT.key(id));
    return row && LEFT.decode(row);
  }

  /** All blocks of the block files that are not in the chain. */
  async leftBlocks(): Promise<LeftBlock[]> {
    const [first, last] = idsStartingWith('');
    const rows = await Array.fromAsync(this.#level.entries(LEFT.range(first, last)));
    return rows.map(([key, row]) => ({ id: LEFT.readKey(key), ...LEFT.decode(row) }));
  }

  /** The store as it is now, between two writes. Close the view before the store. */
  view(): CoreView {
    return new CoreView(this.#level, this.#tree, this.#buckets);
  }

  /**
   * Removes the rows of the blocks that leave, adds those of the blocks that join, and moves the tip, in one synced batch.
   * @param places of the joined blocks; may be written meanwhile, and nothing is changed if that fails
   * @throws StorageWriteError; LevelDB may still have the batch when it is opened again
   */
  async write(change: CoreChange, places: CorePlaces | Promise<CorePlaces>): Promise<void> {
    const { tip, left, joined, forgotten, tree, buckets } = change;
    await this.#level.write(async (batch) => {
      for (const block of left) await removeBlock(batch, block, this.#turn);
      for (const block of joined) {
        putTransactions(batch, block);
        await this.#turn();
      }
      putBuckets(batch, buckets);
      for (const { id, file, offset, sizeBytes, raw } of left)
        LEFT.put(batch, id, { file, offset, sizeBytes, header: raw.subarray(0, HEADER_SIZE) });
      for (const id of forgotten) LEFT.del(batch, id);
      const { locations, end } = await places;
      joined.forEach((block, position) => putBlock(batch, block, locations[position]!));
      putTip(batch, tip, end);
    });
    this.#tree = tree;
    for (const bucket of buckets.values()) if (bucket) this.#buckets.set(bucket.hash, bucket.records);
  }

  /** Adds a block of the block files that is not in the chain. @param tip stays @throws StorageWriteError */
  async writeLeft({ id, ...entry }: LeftBlock, tip: CoreChange['tip'], end: FilePosition): Promise<void> {
    await this.#level.write((batch) => {
      LEFT.put(batch, id, entry);
      putTip(batch, tip, end);
    });
  }

  /** Removes blocks of the block files that are not in the chain. @throws StorageWriteError */
  async forgetLeft(ids: readonly BlockId[]): Promise<void> {
    await this.#level.write((batch) => {
      for (const id of ids) LEFT.del(batch, id);
    });
  }

  /** Marks the store as incomplete, or as complete. @throws StorageWriteError */
  async setBuilding(isBuilding: boolean): Promise<void> {
    await this.#level.write((batch) => {
      if (isBuilding) BUILDING.put(batch, undefined, undefined);
      else BUILDING.del(batch, undefined);
    });
  }

  /** The stored value of any key. */
  row(key: Uint8Array): Uint8Array | undefined {
    return this.#level.get(key);
  }

  /** Every key and value in order. */
  rows(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.#level.entries();
  }

  async close(): Promise<void> {
    await this.#level.close();
  }
}

function putTip(
  batch: LevelBatch,
  { height, id, work }: Pick<TipEntry, 'height' | 'id' | 'work'>,
  end: FilePosition,
): void {
  const entry = { format: FORMAT_VERSION, height, id, endFile: end.file, endOffset: end.offset, work };
  TIP.put(batch, undefined, entry);
}

function putTransactions(
  batch: LevelBatch,
  { header, transactions, transactionIds, accounts }: BlockRows,
): void {
  const { height } = header;
  for (let index = 0; index < transactions.count; index += 1) {
    TRANSACTIONS.put(batch, idAt(transactionIds, index), { height, index });
  }
  forEachMention(transactions, (address, index, place) => {
    const history = accounts.histories.subarray(place * ID_SIZE, (place + 1) * ID_SIZE);
    HISTORY.put(batch, { address, height, index }, history);
  });
  const undo = Array.from(accounts.before, ([address, record]) => ({ address, record }));
  UNDO.put(batch, height, undo);
}

function putBlock(batch: LevelBatch, block: BlockRows, { file, offset }: BlockLocation): void {
  const { id, header, raw, transactions, totalFees, reward } = block;
  const { height } = header;
  const entry = { file, offset, transactionCount: transactions.count, totalFees, reward, id };
  BLOCKS.put(batch, height, { ...entry, header: raw.subarray(0, HEADER_SIZE) });
  BLOCK_IDS.put(batch, id, height);
  LEFT.del(batch, id);
}

async function removeBlock(batch: LevelBatch, block: BlockToLeave, turn: Turn): Promise<void> {
  const { id, header, transactions, transactionIds } = block;
  const { height } = header;
  for (let index = 0; index < transactions.count; index += 1) {
    TRANSACTIONS.del(batch, idAt(transactionIds, index));
  }
  await turn();
  forEachMention(transactions, (address, index) => HISTORY.del(batch, { address, height, index }));
  await turn();
  UNDO.del(batch, height);
  BLOCKS.del(batch, height);
  BLOCK_IDS.del(batch, id);
}

function putBuckets(batch: LevelBatch, buckets: BucketChanges): void {
  for (const [prefix, bucket] of buckets) {
    if (bucket === undefined) {
      BUCKETS.del(batch, prefix);
      BUCKET_HASHES.del(batch, prefix);
    } else {
      BUCKETS.put(batch, prefix, bucket.records);
      BUCKET_HASHES.put(batch, prefix, toBytes(bucket.hash));
    }
  }
}

/** The tree of the stored buckets. @throws LevelError */
async function readTree(level: LevelStore): Promise<AccountTree> {
  const buckets: [prefix: string, hash: Hash][] = [];
  for await (const [key, hash] of level.entries(BUCKET_HASHES.range('', '2'))) {
    buckets.push([BUCKET_HASHES.readKey(key), toHash(hash)]);
  }
  return AccountTree.fromBuckets(buckets);
}

function locationIn(key: Uint8Array): Location {
  const { height, index } = HISTORY.readKey(key);
  return { height, index };
}

/**
 * Visits every address of every transaction once, with the transaction's index and the place of its history in
 * `AccountsOfBlock.histories`; a coinbase has no sender.
 */
function forEachMention(
  transactions: BlockTransactions,
  visit: (address: Address, index: number, place: number) => void,
): void {
  const { count, senders, recipients, addresses } = transactions;
  for (let index = 0; index < count; index += 1) {
    const sender = senders[index]!;
    const recipient = recipients[index]!;
    if (sender !== recipient && !transactions.isCoinbase(index)) visit(addresses[sender]!, index, 2 * index);
    visit(addresses[recipient]!, index, 2 * index + 1);
  }
}

function idAt(ids: Uint8Array, index: number): Uint8Array {
  return ids.subarray(index * ID_SIZE, (index + 1) * ID_SIZE);
}
