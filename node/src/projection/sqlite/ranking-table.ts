import type { Database, Statement } from 'better-sqlite3';

/** A bucket with more keys is cut in two: skipping within a bucket costs some 7 ns a key. */
const MAX_BUCKET_SIZE = 256;
/** A bucket with fewer is joined to the one before it, if both together leave room. */
const MIN_BUCKET_SIZE = MAX_BUCKET_SIZE / 4;

interface Bucket {
  readonly first: Buffer;
  readonly size: number;
}

/** Write side of the ranking: its keys, and how many of them stand in each bucket. */
export class RankingTable {
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #bucketAt: Statement;
  readonly #bucketBefore: Statement;
  readonly #resize: Statement;
  readonly #addBucket: Statement;
  readonly #removeBucket: Statement;
  readonly #keyWithin: Statement;

  constructor(database: Database) {
    const prepare = (sql: string): Statement => database.prepare(sql);
    this.#insert = prepare('INSERT INTO ranking VALUES (?, ?)');
    this.#delete = prepare('DELETE FROM ranking WHERE key = ?');
    const bucket = (comparison: string): Statement =>
      prepare(`SELECT * FROM ranking_buckets WHERE first ${comparison} ? ORDER BY first DESC LIMIT 1`);
    this.#bucketAt = bucket('<=');
    this.#bucketBefore = bucket('<');
    this.#resize = prepare('UPDATE ranking_buckets SET size = ? WHERE first = ?');
    this.#addBucket = prepare('INSERT INTO ranking_buckets VALUES (?, ?)');
    this.#removeBucket = prepare('DELETE FROM ranking_buckets WHERE first = ?');
    this.#keyWithin = prepare('SELECT key FROM ranking WHERE key >= ? ORDER BY key LIMIT 1 OFFSET ?').pluck();
  }

  /** @param number of the address */
  insert(key: Buffer, number: number): void {
    this.#insert.run(key, number);
    const { first, size } = this.#bucketAt.get(key) as Bucket;
    if (size < MAX_BUCKET_SIZE) this.#resize.run(size + 1, first);
    else this.#split(first, size + 1);
  }

  remove(key: Buffer): void {
    this.#delete.run(key);
    const { first, size } = this.#bucketAt.get(key) as Bucket;
    this.#resize.run(size - 1, first);
    if (size <= MIN_BUCKET_SIZE) this.#join(first, size - 1);
  }

  #split(first: Buffer, size: number): void {
    const half = size >> 1;
    const middle = this.#keyWithin.get(first, half) as Buffer;
    this.#resize.run(half, first);
    this.#addBucket.run(middle, size - half);
  }

  #join(first: Buffer, size: number): void {
    const before = this.#bucketBefore.get(first) as Bucket | undefined;
    if (before === undefined || (size > 0 && before.size + size > MAX_BUCKET_SIZE)) return;
    this.#removeBucket.run(first);
    this.#resize.run(before.size + size, before.first);
  }
}
