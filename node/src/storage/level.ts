import { Level, type ChainedBatch, type DatabaseOptions, type IteratorOptions } from 'level';
import { StorageWriteError, toLevelError, type LevelError } from './errors.ts';

type Database = Level<Uint8Array, Uint8Array>;
type Range = Pick<IteratorOptions<Uint8Array, Uint8Array>, 'gt' | 'gte' | 'lt' | 'lte' | 'limit' | 'reverse'>;

/** Changes that are written together. */
export type LevelBatch = Pick<ChainedBatch<Database, Uint8Array, Uint8Array>, 'put' | 'del'>;

/** LevelDB's state at one moment; later writes do not change what is read from it. Close it. */
export type LevelSnapshot = ReturnType<Database['snapshot']>;

export interface LevelOptions extends Pick<
  DatabaseOptions<Uint8Array, Uint8Array>,
  'cacheSize' | 'writeBufferSize'
> {
  /** Called when LevelDB reports damaged files at a read. */
  readonly onDamage?: ((damage: LevelError) => void) | undefined;
}

/** What an iterator reads per call to the thread pool: LevelDB's own limit of 16 KiB would take 22 calls for 2,000 headers. */
const READ_AHEAD = 1_000;
const READ_AHEAD_BYTES = 256 * 1024;

/** A LevelDB folder with raw bytes as keys and values, and errors with codes. Values are Node buffers. */
export class LevelStore {
  readonly path: string;
  readonly #options: LevelOptions;
  #database: Database;
  #hasFailed = false;
  #reopening: Promise<void> | undefined;

  private constructor(path: string, options: LevelOptions, database: Database) {
    this.path = path;
    this.#options = options;
    this.#database = database;
  }

  /** Opens a folder, creating it if it is absent or empty. @throws LevelError */
  static async open(path: string, options: LevelOptions = {}): Promise<LevelStore> {
    return new LevelStore(path, options, await openDatabase(path, options));
  }

  /** Reopens LevelDB, which accepts no other write after a failed one. Ends all snapshots. @throws LevelError */
  reopen(): Promise<void> {
    this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined));
    return this.#reopening;
  }

  async #reopen(): Promise<void> {
    await this.#database.close();
    this.#database = await openDatabase(this.path, this.#options);
    this.#hasFailed = false;
  }

  /** Synchronous, because a LevelDB get takes a few microseconds, less than a promise. @throws LevelError */
  get(key: Uint8Array, snapshot?: LevelSnapshot): Uint8Array | undefined {
    try {
      return snapshot === undefined ? this.#database.getSync(key) : this.#database.getSync(key, { snapshot });
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
        yield* entries;
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
   * Writes changes, all or nothing, and waits until they are on disk. After a failed write it reopens LevelDB first.
   * @param compose adds the changes to the batch, which copies keys and values at once: buffers can be reused
   * @throws StorageWriteError; LevelDB may still have the batch when it is reopened; LevelError if it cannot be reopened
   */
  async write(compose: (batch: LevelBatch) => void | Promise<void>): Promise<void> {
    if (this.#hasFailed) await this.reopen();
    const batch = this.#database.batch();
    await compose(batch);
    try {
      await batch.write({ sync: true });
    } catch (error) {
      this.#hasFailed = true;
      throw new StorageWriteError(this.path, error);
    }
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  #readError(error: unknown): LevelError {
    const levelError = toLevelError(this.path, error);
    if (levelError.code === 'level_damaged') this.#options.onDamage?.(levelError);
    return levelError;
  }
}

async function openDatabase(path: string, { cacheSize, writeBufferSize }: LevelOptions): Promise<Database> {
  const database: Database = new Level(path, {
    ...(cacheSize !== undefined && { cacheSize }),
    ...(writeBufferSize !== undefined && { writeBufferSize }),
    // Keys and values are mostly hashes, addresses and signatures: compression makes `core/` only 7 % smaller, and slower.
    compression: false,
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
  });
  try {
    await database.open();
  } catch (error) {
    throw toLevelError(path, error);
  }
  return database;
}
