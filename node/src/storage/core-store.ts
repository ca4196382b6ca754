import { statfs } from 'node:fs/promises';
import { equalBytes, hexToBytes, type AccountState } from '@cairn/protocol';
import type { Logger } from 'pino';
import { CoreWriter } from './core-writer.ts';
import {
  ACCOUNT_LAYOUT,
  accountKey,
  BLOCK_KEYS_END,
  BLOCK_LAYOUT,
  type BlockEntry,
  blockIdKey,
  blockKey,
  decodeHeight,
  decodeUndo,
  FORMAT_VERSION,
  historyKey,
  type Location,
  LOCATION_LAYOUT,
  PRINT_RUN,
  PRINT_SIZE,
  printsKey,
  readBlockKey,
  readHistoryKey,
  REBUILD_KEY,
  TIP_KEY,
  TIP_LAYOUT,
  type TipEntry,
  transactionKey,
  type UndoEntry,
  undoKey,
} from './layout.ts';
import { LevelError, StorageWriteError } from './errors.ts';
import { openLevel, type LevelDatabase } from './level.ts';
import { ownText } from './own-text.ts';
import { watchTables, type WatchRhythm } from './table-watch.ts';

/** Bytes that opening may write: what the log holds goes into a table. */
const ROOM_TO_REOPEN = 64 * 1024 * 1024;
const TUNING = { writeBufferSize: 16 * 1024 * 1024, cacheSize: 32 * 1024 * 1024 };
/** Entries of a kind that are remembered at the most; then the memory starts anew. */
const REMEMBERED = 8_192;
/** Past every place that a transaction can have. */
const HISTORY_END: Location = { height: 0xffff_ffff, index: 0xffff_ffff };

/** Says what a batch holds. */
type Compose = (writer: CoreWriter) => void | Promise<void>;

/** A batch that is ready to be written. */
export interface ComposedBatch {
  /** @throws StorageWriteError: see `CoreStore.commit` */
  write(options: { sync: boolean }): Promise<void>;
  /** Frees a batch that is not written after all. */
  drop(): Promise<void>;
}

/**
 * The key-value index `core/` (PROTOCOL.md section 6): its read side, and commits. Single entries are read
 * synchronously: a LevelDB get is a few microseconds, less than a promise costs.
 * Every method throws a LevelError `level_damaged` once `watch` has found damage.
 */
export class CoreStore {
  readonly path: string;
  #database: LevelDatabase;
  /** What was read since the last write: a transaction is found by its block's entry, over and over. */
  readonly #blocks = new Map<number, BlockEntry>();
  readonly #heights = new Map<string, number>();
  readonly #accounts = new Map<string, AccountState>();
  #stopWatching: () => Promise<void> = async () => {};
  /** Found while the store was open: nothing that it holds can be believed any more. */
  #damage: LevelError | undefined;

  private constructor(path: string, database: LevelDatabase) {
    this.path = path;
    this.#database = database;
  }

  /** @throws LevelError */
  static async open(path: string): Promise<CoreStore> {
    return new CoreStore(path, await openLevel(path, TUNING));
  }

  /**
   * Opens the database anew after a failed write: LevelDB takes nothing more before that. What it holds then is for the
   * caller to look at. For a moment nothing can be read.
   * @throws StorageWriteError while the disk is too full for that: everything is still read then
   */
  async reopen(): Promise<void> {
    const { bavail, bsize } = await statfs(this.path);
    if (bavail * bsize < ROOM_TO_REOPEN)
      throw new StorageWriteError(this.path, new Error('the disk is full'));
    await this.#database.close();
    this.#forgetEntries();
    this.#database = await openLevel(this.path, TUNING);
  }

  /**
   * Checks the tables on the disk now and then. Once one of them is damaged, every read and commit throws a LevelError
   * `level_damaged`: LevelDB itself would serve what stands there, wrong balances included.
   */
  watch(logger: Logger, rhythm?: WatchRhythm): void {
    this.#stopWatching = watchTables(
      this.path,
      (found) => {
        if ('error' in found) return logger.error({ err: found.error }, `${this.path} is checked no more`);
        this.#damage = new LevelError('level_damaged', this.path, found.damage);
        logger.fatal(
          `${this.#damage.message}. Nothing is read from it any more: start the node again, and it is made anew from the block files`,
        );
      },
      rhythm,
    );
  }

  /**
   * The committed tip; `undefined` while nothing is stored.
   * @throws LevelError `level_damaged` for another format
   */
  tip(): TipEntry | undefined {
    const value = this.#get(TIP_KEY);
    if (value === undefined) return undefined;
    if (value.length !== TIP_LAYOUT.size || value[0] !== FORMAT_VERSION) {
      throw new LevelError('level_damaged', this.path, `its format is not ${FORMAT_VERSION}`);
    }
    return TIP_LAYOUT.decode(value);
  }

  /** True from the start of a rebuild until its end. */
  isRebuilding(): boolean {
    return this.#get(REBUILD_KEY) !== undefined;
  }

  block(height: number): BlockEntry | undefined {
    this.requireSound(); // nothing is believed of a damaged store, what is remembered neither
    const known = this.#blocks.get(height);
    if (known !== undefined) return known;
    const value = this.#get(blockKey(height));
    const entry = value && BLOCK_LAYOUT.decode(value);
    if (entry !== undefined) remember(this.#blocks, height, entry);
    return entry;
  }

  /** @param id 64 hex characters */
  heightOfBlock(id: string): number | undefined {
    this.requireSound();
    const known = this.#heights.get(id);
    if (known !== undefined) return known;
    const value = this.#get(blockIdKey(id));
    const height = value && decodeHeight(value);
    if (height !== undefined) remember(this.#heights, ownText(id), height);
    return height;
  }

  /** @param id 64 hex characters */
  locateTransaction(id: string): Location | undefined {
    const value = this.#get(transactionKey(hexToBytes(id)));
    return value && LOCATION_LAYOUT.decode(value);
  }

  /**
   * Tells whether transactions are a block's at their places.
   * @returns a check that remembers the run it read last: ask it in the order of the transactions
   */
  printCheck(height: number): (index: number, id: Uint8Array) => boolean {
    let run = -1;
    let prints: Uint8Array | undefined;
    return (index, id) => {
      const wanted = Math.floor(index / PRINT_RUN);
      if (wanted !== run) prints = this.#get(printsKey(height, wanted));
      run = wanted;
      const place = (index % PRINT_RUN) * PRINT_SIZE;
      return (
        prints !== undefined &&
        equalBytes(prints.subarray(place, place + PRINT_SIZE), id.subarray(0, PRINT_SIZE))
      );
    };
  }

  account(address: string): AccountState | undefined {
    this.requireSound();
    const known = this.#accounts.get(address);
    if (known !== undefined) return known;
    const value = this.#get(accountKey(address));
    const account = value && ACCOUNT_LAYOUT.decode(value);
    if (account !== undefined) remember(this.#accounts, ownText(address), account);
    return account;
  }

  /** The accounts that a block changed, as they were before it. */
  undo(height: number): UndoEntry[] | undefined {
    const value = this.#get(undoKey(height));
    return value && decodeUndo(value);
  }

  /** Locations in an address history, newest first, older than `before`. */
  async history(address: string, page: { before?: Location; limit: number }): Promise<Location[]> {
    const keys = await this.#sound()
      .keys({
        gte: historyKey(address, { height: 0, index: 0 }),
        lt: historyKey(address, page.before ?? HISTORY_END),
        reverse: true,
        limit: page.limit,
      })
      .all();
    return keys.map(readHistoryKey);
  }

  /**
   * The lowest height up to the tip without a block entry. A batch that LevelDB lost shows here, behind an intact tip
   * too: each block is one batch.
   */
  async findMissingBlock(tipHeight: number): Promise<number | undefined> {
    let expected = 0;
    for await (const key of this.#sound().keys({ gte: blockKey(0), lt: BLOCK_KEYS_END })) {
      if (readBlockKey(key) !== expected) return expected;
      expected += 1;
    }
    return expected <= tipHeight ? expected : undefined;
  }

  /**
   * Writes everything that `compose` asks of the writer as one batch, all or nothing. After an error it is unknown
   * whether LevelDB will hold the batch when it is opened again: nothing may be written to it before that.
   * @param sync whether to wait until the batch is on the disk
   * @throws StorageWriteError
   */
  async commit(compose: Compose, { sync = true } = {}): Promise<void> {
    const batch = await this.compose(compose);
    await batch.write({ sync });
  }

  /** Composes a batch while others may still be written; batches are written in the order of their blocks. */
  async compose(compose: Compose): Promise<ComposedBatch> {
    const batch = this.#sound().batch();
    try {
      await compose(new CoreWriter(batch));
    } catch (error) {
      await batch.close();
      throw error;
    }
    return {
      write: ({ sync }) => this.#write(batch, sync),
      drop: () => batch.close(),
    };
  }

  async #write(batch: ReturnType<LevelDatabase['batch']>, sync: boolean): Promise<void> {
    try {
      await batch.write({ sync });
    } catch (error) {
      throw new StorageWriteError(this.path, error);
    } finally {
      this.#forgetEntries();
    }
  }

  #forgetEntries(): void {
    this.#blocks.clear();
    this.#heights.clear();
    this.#accounts.clear();
  }

  /** Every key and value in order. */
  entries(): AsyncIterable<[Uint8Array, Uint8Array]> {
    return this.#sound().iterator();
  }

  async close(): Promise<void> {
    await this.#stopWatching();
    await this.#database.close();
  }

  #get(key: Uint8Array): Uint8Array | undefined {
    return this.#sound().getSync(key);
  }

  /** @throws LevelError `level_damaged` once `watch` has found damage */
  requireSound(): void {
    if (this.#damage !== undefined) throw this.#damage;
  }

  #sound(): LevelDatabase {
    this.requireSound();
    return this.#database;
  }
}

function remember<Key, Entry>(memory: Map<Key, Entry>, key: Key, entry: Entry): void {
  if (memory.size >= REMEMBERED) memory.clear();
  memory.set(key, entry);
}
