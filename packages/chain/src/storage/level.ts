import { LevelError, StorageWriteError, toLevelError } from './errors.ts';

interface Range {
  readonly gt?: Uint8Array;
  readonly gte?: Uint8Array;
  readonly lt?: Uint8Array;
  readonly lte?: Uint8Array;
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** Changes that are written together. */
export interface LevelBatch {
  put(key: Uint8Array, value: Uint8Array): this;
  del(key: Uint8Array): this;
}

/** A database's state at one moment; later writes do not change what is read from it. Close it. */
export interface LevelSnapshot {
  close(): Promise<void>;
}

/** A database of the `level` family whose keys and values are bytes (encoding `view`): the methods that are used of it. */
export interface Database {
  open(): Promise<void>;
  close(): Promise<void>;
  getSync(key: Uint8Array, options: { snapshot?: LevelSnapshot }): Uint8Array | undefined;
  iterator(options: Range & { highWaterMarkBytes: number; snapshot?: LevelSnapshot }): {
    nextv(count: number): Promise<[key: Uint8Array, value: Uint8Array][]>;
    close(): Promise<void>;
  };
  snapshot(): LevelSnapshot;
  batch(): LevelBatch & { write(options: { sync: boolean }): Promise<void> };
}

/** Bytes of LevelDB's read cache, and of its write buffer, of which it keeps two. */
export interface LevelTuning {
  readonly cacheSize?: number;
  readonly writeBufferSize?: number;
}

/** Where a home keeps one database: a folder, or memory. */
export interface DatabasePlace {
  /** Names it in messages: the folder's path. */
  readonly path: string;
  /** Buckets of accounts that `core/` keeps in memory beside it; some 30 MB of them by default. */
  readonly cachedBuckets?: number;
  /** The database, not open yet; it is created if it does not exist. */
  database(tuning: LevelTuning): Database;
  /** False once somebody has removed the files of an open database, to which it would go on writing. */
  exists(): boolean;
  /** Removes the database, which is not open. */
  remove(): Promise<void>;
}

interface LevelOptions extends LevelTuning {
  /** Called when a read finds damage. */
  readonly onDamage?: DamageListener | undefined;
}

export type DamageListener = (damage: LevelError) => void;

/** What an iterator reads per call to the thread pool: LevelDB's own limit of 16 KiB would take 22 calls for 2,000 headers. */
const READ_AHEAD = 1_000;
const READ_AHEAD_BYTES = 256 * 1024;

/** Rows of bytes, with errors that have codes. */
export class LevelStore {
  readonly #place: DatabasePlace;
  readonly #onDamage: DamageListener | undefined;
  readonly #database: Database;

  private constructor(place: DatabasePlace, database: Database, onDamage: DamageListener | undefined) {
    this.#place = place;
    this.#database = database;
    this.#onDamage = onDamage;
  }

  /** Opens a database, creating it if it does not exist. @throws LevelError */
  static async open(place: DatabasePlace, { onDamage, ...tuning }: LevelOptions = {}): Promise<LevelStore> {
    const database = place.database(tuning);
    try {
      await database.open();
    } catch (error) {
      throw toLevelError(place.path, error);
    }
    return new LevelStore(place, database, onDamage);
  }

  get path(): string {
    return this.#place.path;
  }

  /** @throws LevelError if the database was removed while it is open */
  requireFiles(): void {
    if (!this.#place.exists()) throw new LevelError('level_unusable', this.path, 'its files are gone');
  }

  /** Synchronous, because a LevelDB get takes a few microseconds, less than a promise. @throws LevelError */
  get(key: Uint8Array, snapshot?: LevelSnapshot): Uint8Array | undefined {
    try {
      const value = this.#database.getSync(key, snapshot === undefined ? {} : { snapshot });
      return value && plainBytes(value);
    } catch (error) {
      throw this.#readError(error);
    }
  }

  /** The entries of a range in key order. @throws LevelError */
  async *entries(
    range: Range = {},
    snapshot?: LevelSnapshot,
  ): AsyncGenerator<[key: Uint8Array, value: Uint8Array]> {
    const options = { ...range, highWaterMarkBytes: READ_AHEAD_BYTES };
    const iterator = this.#database.iterator({ ...options, ...(snapshot && { snapshot }) });
    try {
      for (;;) {
        const entries = await iterator.nextv(READ_AHEAD);
        if (entries.length === 0) return;
        for (const [key, value] of entries) yield [plainBytes(key), plainBytes(value)];
      }
    } catch (error) {
      throw this.#readError(error);
    } finally {
      await iterator.close();
    }
  }

  snapshot(): LevelSnapshot {
    return this.#database.snapshot();
  }

  /**
   * Writes changes, all or nothing, and waits until they are on disk. LevelDB takes no other write after a failed one, and may have
   * the batch when it is opened again.
   * @param compose adds the changes to the batch, which may keep keys and values: they are not changed afterwards
   * @throws StorageWriteError
   */
  async write(compose: (batch: LevelBatch) => void | Promise<void>): Promise<void> {
    const batch = this.#database.batch();
    await compose(batch);
    try {
      await batch.write({ sync: true });
    } catch (error) {
      throw new StorageWriteError(this.path, error);
    }
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  /** The error for a row that cannot be what was written. */
  damage(problem: string): LevelError {
    const damage = new LevelError('level_damaged', this.path, problem);
    this.#onDamage?.(damage);
    return damage;
  }

  #readError(error: unknown): LevelError {
    const levelError = toLevelError(this.path, error);
    if (levelError.code === 'level_damaged') this.#onDamage?.(levelError);
    return levelError;
  }
}

/** The same bytes, not as a Node buffer, whose methods behave in other ways. */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
