import { statfs } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AccountPath,
  type AccountRecord,
  type Address,
  type BlockHeader,
  type BlockId,
  blockSize,
  type BlockTransactions,
  type ChangedAccounts,
  decodeBlockHeader,
  EMPTY_HISTORY,
  HEADER_SIZE,
  hexToBytes,
  ID_SIZE,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import {
  AccountTree,
  type BucketStore,
  type ChangedBuckets,
  type ChangedTree,
  type Hash,
  toBytes,
  toHash,
} from './account-tree.ts';
import { endOf, type BlockLocation, type FilePosition } from './block-files.ts';
import { LevelError, StorageWriteError } from './errors.ts';
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
  TIP,
  TRANSACTIONS,
  UNDO,
  type Location,
  type TipEntry,
  type UndoEntry,
} from './layout.ts';
import { LevelStore, type LevelBatch, type LevelOptions, type LevelSnapshot } from './level.ts';

/** LevelDB's read cache and its write buffer, of which it keeps two. */
const TUNING = { cacheSize: 16 * 1024 * 1024, writeBufferSize: 8 * 1024 * 1024 };
/** Bytes that reopening may write: LevelDB turns its log into a table. */
const FREE_BYTES_TO_REOPEN = 64 * 1024 * 1024;

/** The indexed fields of a block, and where its bytes are. */
export interface IndexedBlock extends BlockLocation {
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
  readonly accounts: ChangedAccounts;
  /** Pebbles. */
  readonly totalFees: bigint;
  /** Value of the coinbase, in pebbles. */
  readonly reward: bigint;
  /** Work of the chain up to this block. */
  readonly work: bigint;
}

/** A block, with what is needed to remove its rows. */
type BlockToRemove = Pick<BlockRows, 'id' | 'header' | 'transactions' | 'transactionIds'>;

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

/** The index at one moment: reads answer as of then, whatever is written meanwhile. */
export class IndexView implements Accounts {
  readonly #level: LevelStore;
  readonly #tree: () => AccountTree;
  /** By hash, so that they are right for every view. */
  readonly #buckets: LRUCache<Hash, Uint8Array>;
  readonly #snapshot: LevelSnapshot | undefined;
  #holds = 0;
  #released: PromiseWithResolvers<void> | undefined;

  /** @param snapshot without one, reads answer as of the last finished write */
  constructor(
    level: LevelStore,
    tree: () => AccountTree,
    buckets: LRUCache<Hash, Uint8Array>,
    snapshot?: LevelSnapshot,
  ) {
    this.#level = level;
    this.#tree = tree;
    this.#buckets = buckets;
    this.#snapshot = snapshot;
  }

  /** The tree of all accounts. */
  get tree(): AccountTree {
    return this.#tree();
  }

  /** The committed tip; `undefined` for an empty index. */
  tip(): TipEntry | undefined {
    return this.#decode(TIP, TIP.key());
  }

  /** End of the committed records in the block files. */
  end(): FilePosition {
    const tip = this.tip();
    return { file: tip?.endFile ?? 0, offset: tip?.endOffset ?? 0 };
  }

  /** True while the index is made anew from the block files. */
  isBuilding(): boolean {
    return this.#level.get(BUILDING.key(), this.#snapshot) !== undefined;
  }

  block(height: number): IndexedBlock | undefined {
    const entry = this.#decode(BLOCKS, BLOCKS.key(height));
    if (entry === undefined) return undefined;
    const header = decodeBlockHeader(entry.header);
    return { ...entry, height, header, sizeBytes: blockSize(entry.transactionCount) };
  }

  /** The headers of consecutive blocks as they are stored, 118 bytes each, one after another; fewer at the tip. */
  async headers(from: number, count: number): Promise<Buffer> {
    const rows = await this.#entries({ ...BLOCKS.range(from, LAST_LOCATION.height), limit: count });
    return Buffer.concat(rows.map(([, row]) => headerIn(row)));
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

  bucket(prefix: string, hash: Hash): Uint8Array {
    const cached = this.#buckets.get(hash);
    if (cached !== undefined) return cached;
    const records = this.#level.get(BUCKETS.key(prefix), this.#snapshot);
    if (records === undefined)
      throw new LevelError('level_damaged', this.#level.path, 'accounts are missing');
    const plain = plainBytes(records);
    this.#buckets.set(hash, plain);
    return plain;
  }

  /** What proves the record of an address, or that it has none (PROTOCOL.md section 9). */
  prove(address: Address): AccountPath {
    return this.tree.prove(address, this);
  }

  /** The history of an address before one of its transactions; `undefined` if it has no such transaction. */
  async historyBefore(address: Address, location: Location): Promise<Uint8Array | undefined> {
    if (this.#level.get(HISTORY.key({ address, ...location }), this.#snapshot) === undefined)
      return undefined;
    const [newest] = await this.#entries({ ...historyRange(address, location), reverse: true, limit: 1 });
    return newest === undefined ? EMPTY_HISTORY : HISTORY.decode(newest[1]);
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
    return entries.map(([key]) => {
      const { height, index } = HISTORY.readKey(key);
      return { height, index };
    });
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

  /** The stored value of any key. */
  value(key: Uint8Array): Uint8Array | undefined {
    return this.#level.get(key, this.#snapshot);
  }

  /** Every key and value in order. */
  entries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.#level.entries({}, this.#snapshot);
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
    return value && table.decode(plainBytes(value));
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

/** The key-value index `core/` (PROTOCOL.md section 6): its rows, and the batches that add and remove a block's. */
export class CoreIndex {
  readonly #level: LevelStore;
  readonly #buckets = new LRUCache<Hash, Uint8Array>({
    // With `max`, lru-cache would allocate all slots at once.
    maxSize: CACHED_BUCKETS,
    sizeCalculation: () => 1,
  });
  /** Reads as of the last finished write. */
  readonly head: IndexView;
  #tree: AccountTree;

  private constructor(level: LevelStore, tree: AccountTree) {
    this.#level = level;
    this.#tree = tree;
    this.head = new IndexView(level, () => this.#tree, this.#buckets);
  }

  /**
   * Opens the index, creating it if the folder is absent or empty.
   * @throws LevelError, `level_damaged` also for another format
   */
  static async open(path: string, onDamage?: LevelOptions['onDamage']): Promise<CoreIndex> {
    const level = await LevelStore.open(path, { ...TUNING, onDamage });
    try {
      const format = level.get(TIP.key())?.[0];
      if (format === undefined || format === FORMAT_VERSION)
        return new CoreIndex(level, await readTree(level));
      throw new LevelError('level_damaged', path, `its format is ${format}, not ${FORMAT_VERSION}`);
    } catch (error) {
      await level.close();
      throw error;
    }
  }

  get path(): string {
    return this.#level.path;
  }

  /** The index as it is now. Close the view before this index. */
  view(): IndexView {
    const tree = this.#tree;
    return new IndexView(this.#level, () => tree, this.#buckets, this.#level.snapshot());
  }

  /**
   * Adds the rows of consecutive blocks and the tip in one synced batch.
   * @param changed all accounts after them, and the buckets that they change
   * @param locations of the blocks; may be written meanwhile, and nothing is added if that fails
   * @throws StorageWriteError; the index may still have the batch when it is reopened
   */
  async connect(
    blocks: readonly BlockRows[],
    { tree, buckets }: ChangedTree,
    locations: readonly BlockLocation[] | Promise<readonly BlockLocation[]>,
  ): Promise<void> {
    await this.#level.write(async (batch) => {
      for (const block of blocks) {
        putTransactions(batch, block);
        await nextTurn();
      }
      putBuckets(batch, buckets);
      const places = await locations;
      blocks.forEach((block, position) => putBlock(batch, block, places[position]!));
      const { header, id, work } = blocks.at(-1)!;
      putTip(batch, { height: header.height, id, work }, endOf(places.at(-1)!));
    });
    this.#tree = tree;
    for (const bucket of buckets.values()) if (bucket) this.#buckets.set(bucket.hash, bucket.records);
  }

  /**
   * Removes the rows of the newest blocks, and sets the tip to the parent of the lowest, in one synced batch.
   * @param changed all accounts before them, and the buckets that they changed, as they were
   * @param parent the new tip @param end of its record
   * @throws StorageWriteError as `connect`
   */
  async disconnect(
    blocks: readonly BlockToRemove[],
    { tree, buckets }: ChangedTree,
    parent: Pick<TipEntry, 'height' | 'id' | 'work'>,
    end: FilePosition,
  ): Promise<void> {
    await this.#level.write(async (batch) => {
      for (const block of blocks) await removeBlock(batch, block);
      putBuckets(batch, buckets);
      putTip(batch, parent, end);
    });
    this.#tree = tree;
  }

  /** Marks the index as incomplete, or as complete. @throws StorageWriteError */
  async setBuilding(isBuilding: boolean): Promise<void> {
    await this.#level.write((batch) => {
      if (isBuilding) BUILDING.put(batch, undefined, undefined);
      else BUILDING.del(batch, undefined);
    });
  }

  /**
   * Reopens the index after a failed write: until then, it accepts no other write, and its tip may be another one afterwards.
   * Ends all views; nothing can be read meanwhile.
   * @throws StorageWriteError if the disk is too full to reopen (everything can still be read then), LevelError
   */
  async reopen(): Promise<void> {
    const { bavail, bsize } = await statfs(this.path);
    if (bavail * bsize < FREE_BYTES_TO_REOPEN)
      throw new StorageWriteError(this.path, new Error('the disk is full'));
    await this.#level.reopen();
    this.#tree = await readTree(this.#level);
  }

  async close(): Promise<void> {
    await this.#level.close();
  }
}

function putTip(batch: LevelBatch, tip: Pick<TipEntry, 'height' | 'id' | 'work'>, end: FilePosition): void {
  const { height, id, work } = tip;
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
}

async function removeBlock(batch: LevelBatch, block: BlockToRemove): Promise<void> {
  const { id, header, transactions, transactionIds } = block;
  const { height } = header;
  for (let index = 0; index < transactions.count; index += 1) {
    TRANSACTIONS.del(batch, idAt(transactionIds, index));
  }
  await nextTurn();
  forEachMention(transactions, (address, index) => HISTORY.del(batch, { address, height, index }));
  await nextTurn();
  UNDO.del(batch, height);
  BLOCKS.del(batch, height);
  BLOCK_IDS.del(batch, id);
}

function putBuckets(batch: LevelBatch, buckets: ChangedBuckets): void {
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

/** The same bytes, not as a Node buffer, whose methods behave in other ways. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Visits every address of every transaction once, with the transaction's index and the place of its history in
 * `ChangedAccounts.histories`; a coinbase has no sender.
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
