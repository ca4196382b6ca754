import { statfs } from 'node:fs/promises';
import {
  type AccountState,
  type Address,
  type BlockId,
  decodeBlockHeader,
  equalBytes,
  hexToBytes,
  type TransactionId,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import { CoreWriter } from './core-writer.ts';
import { LevelError, StorageWriteError } from './errors.ts';
import {
  ACCOUNT_LAYOUT,
  accountKey,
  accountRange,
  BLOCK_LAYOUT,
  blockIdKey,
  blockIdRange,
  blockKey,
  BLOCKS_AND_IDS,
  decodeHeight,
  decodeUndo,
  FORMAT_VERSION,
  historyKey,
  isBlockKey,
  LOCATION_LAYOUT,
  PREFIXES_PER_CHUNK,
  ID_PREFIX_SIZE,
  idPrefixesKey,
  readBlockKey,
  readHistoryKey,
  REBUILD_KEY,
  TIP_KEY,
  TIP_LAYOUT,
  transactionKey,
  transactionRange,
  undoKey,
  type BlockEntry,
  type Location,
  type TipEntry,
  type UndoEntry,
  readAccountKey,
  readBlockIdKey,
  readTransactionKey,
} from './layout.ts';
import { LevelStore } from './level.ts';

/*
 * Memory of the index:
 * - LevelDB's read cache, 16 MiB, and its write buffers, twice 8 MiB;
 * - decoded entries of 8,192 blocks, about 4 MiB: a page of 100 transactions needs the entry of each one's block.
 */
const TUNING = { cacheSize: 16 * 1024 * 1024, writeBufferSize: 8 * 1024 * 1024 };
const CACHED_BLOCKS = 8_192;
/** Bytes that reopening may write: LevelDB turns its log into a table. */
const FREE_BYTES_TO_REOPEN = 64 * 1024 * 1024;
/** After every possible location. */
const HISTORY_END: Location = { height: 0xffff_ffff, index: 0xffff_ffff };

/** Adds entries to a batch. */
type Compose = (writer: CoreWriter) => void | Promise<void>;

/** A batch that is ready to be written. */
interface ComposedBatch {
  /** @throws StorageWriteError, LevelError `level_damaged`; LevelDB may still have the batch when it is reopened */
  write(options: { sync: boolean }): Promise<void>;
  /** Frees a batch that will not be written. */
  drop(): Promise<void>;
}

/**
 * The key-value index `core/` (PROTOCOL.md section 6): its read side, and commits.
 * Once one method has found damage, every method throws a LevelError `level_damaged`.
 */
export class CoreStore {
  readonly #level: LevelStore;
  /** Cleared by every write. */
  readonly #blocks = new LRUCache<number, BlockEntry>({ max: CACHED_BLOCKS });

  private constructor(level: LevelStore) {
    this.#level = level;
  }

  /** @throws LevelError */
  static async open(path: string): Promise<CoreStore> {
    return new CoreStore(await LevelStore.open(path, TUNING));
  }

  get path(): string {
    return this.#level.path;
  }

  /**
   * Reopens the database after a failed write: until then, LevelDB accepts no other write. Afterwards the caller has to check
   * which entries the index has. Nothing can be read meanwhile.
   * @throws StorageWriteError if the disk is too full to reopen (everything can still be read then), LevelError if
   * LevelDB cannot be opened
   */
  async reopen(): Promise<void> {
    const { bavail, bsize } = await statfs(this.path);
    if (bavail * bsize < FREE_BYTES_TO_REOPEN)
      throw new StorageWriteError(this.path, new Error('the disk is full'));
    this.#blocks.clear();
    await this.#level.reopen();
  }

  /** @param listener called once, with the first damage that a read or commit finds from now on */
  onDamage(listener: (damage: LevelError) => void): void {
    this.#level.onDamage(listener);
  }

  /**
   * The committed tip; `undefined` for an empty store.
   * @throws LevelError `level_damaged` for another format
   */
  tip(): TipEntry | undefined {
    const value = this.#level.get(TIP_KEY);
    if (value === undefined) return undefined;
    if (value.length !== TIP_LAYOUT.size || value[0] !== FORMAT_VERSION) {
      throw new LevelError('level_damaged', this.path, `its format is not ${FORMAT_VERSION}`);
    }
    return TIP_LAYOUT.decode(value);
  }

  /** True from the start of a rebuild until its end. */
  isRebuilding(): boolean {
    return this.#level.get(REBUILD_KEY) !== undefined;
  }

  block(height: number): BlockEntry | undefined {
    this.requireUndamaged(); // a damaged store does not serve cached entries either
    const cached = this.#blocks.get(height);
    if (cached !== undefined) return cached;
    const value = this.#level.get(blockKey(height));
    const entry = value && BLOCK_LAYOUT.decode(value);
    if (entry !== undefined) this.#blocks.set(height, entry);
    return entry;
  }

  /** @param id 64 hex characters */
  heightOfBlock(id: BlockId): number | undefined {
    const value = this.#level.get(blockIdKey(id));
    return value && decodeHeight(value);
  }

  /** @param id 64 hex characters */
  locateTransaction(id: TransactionId): Location | undefined {
    const value = this.#level.get(transactionKey(hexToBytes(id)));
    return value && LOCATION_LAYOUT.decode(value);
  }

  /**
   * Checks whether IDs are those of a block's transactions at given positions.
   * @returns a check that caches the last chunk of prefixes: call it in the order of the transactions
   */
  idPrefixCheck(height: number): (index: number, id: Uint8Array) => boolean {
    let chunk = -1;
    let prefixes: Uint8Array | undefined;
    return (index, id) => {
      const wanted = Math.floor(index / PREFIXES_PER_CHUNK);
      if (wanted !== chunk) prefixes = this.#level.get(idPrefixesKey(height, wanted));
      chunk = wanted;
      const place = (index % PREFIXES_PER_CHUNK) * ID_PREFIX_SIZE;
      return (
        prefixes !== undefined &&
        equalBytes(prefixes.subarray(place, place + ID_PREFIX_SIZE), id.subarray(0, ID_PREFIX_SIZE))
      );
    };
  }

  account(address: Address): AccountState | undefined {
    const value = this.#level.get(accountKey(address));
    return value && ACCOUNT_LAYOUT.decode(value);
  }

  /** IDs of blocks with a hex prefix, ascending, with their heights. */
  async blocksStartingWith(digits: string, limit: number): Promise<{ id: BlockId; height: number }[]> {
    const entries = await Array.fromAsync(this.#level.entries({ ...blockIdRange(digits), limit }));
    return entries.map(([key, value]) => ({ id: readBlockIdKey(key), height: decodeHeight(value) }));
  }

  /** IDs of transactions with a hex prefix, ascending, with their locations. */
  async transactionsStartingWith(
    digits: string,
    limit: number,
  ): Promise<({ id: TransactionId } & Location)[]> {
    const entries = await Array.fromAsync(this.#level.entries({ ...transactionRange(digits), limit }));
    return entries.map(([key, value]) => ({ id: readTransactionKey(key), ...LOCATION_LAYOUT.decode(value) }));
  }

  /** Addresses of accounts with a prefix, ascending. */
  async addressesStartingWith(characters: string, limit: number): Promise<Address[]> {
    const entries = await Array.fromAsync(this.#level.entries({ ...accountRange(characters), limit }));
    return entries.map(([key]) => readAccountKey(key));
  }

  /** The accounts that a block changed, as they were before it. */
  undo(height: number): UndoEntry[] | undefined {
    const value = this.#level.get(undoKey(height));
    return value && decodeUndo(value);
  }

  /** Locations in an address history, newest first, older than `before`. */
  async history(address: Address, page: { before?: Location; limit: number }): Promise<Location[]> {
    const range = {
      gte: historyKey(address, { height: 0, index: 0 }),
      lt: historyKey(address, page.before ?? HISTORY_END),
      reverse: true,
      limit: page.limit,
    };
    const locations: Location[] = [];
    for await (const [key] of this.#level.entries(range)) locations.push(readHistoryKey(key));
    return locations;
  }

  /**
   * Checks that the block entries form one chain up to the tip. Connecting or disconnecting a block is one batch: if LevelDB
   * lost a batch, a block is missing or does not continue the one before it, or the entry of a deleted block's ID remains.
   * @returns a description of the problem
   */
  async findBrokenChain({ height: tipHeight, id: tipId }: TipEntry): Promise<string | undefined> {
    let blocks = 0;
    let ids = 0;
    let newestId: BlockId | undefined;
    for await (const [key, value] of this.#level.entries(BLOCKS_AND_IDS)) {
      if (!isBlockKey(key)) {
        ids += 1;
        continue;
      }
      const { id, header } = BLOCK_LAYOUT.decode(value);
      if (readBlockKey(key) !== blocks) return `it lacks block ${blocks}`;
      if (blocks > 0 && decodeBlockHeader(header).previousBlockId !== newestId) {
        return `its block ${blocks} does not continue block ${blocks - 1}`;
      }
      newestId = id;
      blocks += 1;
    }
    if (blocks <= tipHeight) return `it lacks block ${blocks}`;
    if (newestId !== tipId || this.heightOfBlock(tipId) !== tipHeight) {
      return `its tip is not its block ${tipHeight}`;
    }
    return ids === blocks ? undefined : `it names ${ids} blocks and holds ${blocks}`;
  }

  /**
   * Writes the entries of `compose` as one batch, all or nothing. After an error it is unknown whether LevelDB will have the
   * batch when it is reopened: nothing may be written before that.
   * @param sync whether to wait until the batch is on disk
   * @throws StorageWriteError, LevelError `level_damaged`
   */
  async commit(compose: Compose, { sync = true } = {}): Promise<void> {
    const batch = await this.compose(compose);
    await batch.write({ sync });
  }

  /** Composes a batch; earlier ones may still be being written. Write batches in the order of their blocks. */
  async compose(compose: Compose): Promise<ComposedBatch> {
    const batch = this.#level.batch();
    try {
      await compose(new CoreWriter(batch));
    } catch (error) {
      await batch.close();
      throw error;
    }
    return {
      write: async ({ sync }) => {
        try {
          await batch.write({ sync });
        } finally {
          this.#blocks.clear();
        }
      },
      drop: () => batch.close(),
    };
  }

  /** Every key and value in order. */
  entries(): AsyncIterable<[Uint8Array, Uint8Array]> {
    return this.#level.entries();
  }

  /** @throws LevelError `level_damaged` once a read or commit has found damage */
  requireUndamaged(): void {
    this.#level.requireUndamaged();
  }

  /** @param options see `LevelStore.close` */
  async close(options?: { digest: boolean }): Promise<void> {
    await this.#level.close(options);
  }
}
