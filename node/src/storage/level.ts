import { Level, type ChainedBatch, type DatabaseOptions, type IteratorOptions } from 'level';
import { LevelError, StorageWriteError, toLevelError } from './errors.ts';

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
  /** Called when a read finds damage. */
  readonly onDamage?: ((damage: LevelError) => void) | undefined;
}

/** What an iterator reads per call to the thread pool: LevelDB's own limit of 16 KiB would take 22 calls for 2,000 headers. */
const READ_AHEAD = 1_000;
const READ_AHEAD_BYTES = 256 * 1024;

/** A LevelDB folder with raw bytes as keys and values, and errors with codes. Values are Node buffers. */
export class LevelStore {
  readonly path: string;
  readonly #onDamage: LevelOptions['onDamage'];
  readonly #database: Database;

  private constructor(path: string, database: Database, onDamage: LevelOptions['onDamage']) {
    this.path = path;
    this.#database = database;
    this.#onDamage = onDamage;
  }

  /** Opens a folder, creating it if it is absent or empty. @throws LevelError */
  static async open(path: string, options: LevelOptions = {}): Promise<LevelStore> {
    return new LevelStore(path, await openDatabase(path, options), options.onDamage);
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
   * Writes changes, all or nothing, and waits until they are on disk. LevelDB takes no other write after a failed one, and may have
   * the batch when it is opened again.
   * @param compose adds the changes to the batch, which copies keys and values at once: buffers can be reused
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
