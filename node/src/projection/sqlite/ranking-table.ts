import type { Database, Statement } from 'better-sqlite3';
import { addressItem, type AddressRow } from '../shared/address-item.ts';
import { rankingKey } from '../shared/ranking-key.ts';

/** A bucket with more keys is cut in two: skipping within a bucket costs some 50 ns a key. */
const MAX_BUCKET_SIZE = 128;
/** A bucket with fewer is joined to the one before it, if both together leave room. */
const MIN_BUCKET_SIZE = MAX_BUCKET_SIZE / 4;
/** Keys of a bucket that is made of a whole ranking. */
const FILLED_BUCKET_SIZE = MAX_BUCKET_SIZE / 2;

interface Bucket {
  readonly first: Buffer;
  readonly size: number;
}

/** Write side of the ranking: its lines, and how many of them stand in each bucket. */
export class RankingTable {
  readonly #database: Database;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #bucketAt: Statement;
  readonly #bucketBefore: Statement;
  readonly #resize: Statement;
  readonly #addBucket: Statement;
  readonly #removeBucket: Statement;
  readonly #keyWithin: Statement;

  constructor(database: Database) {
    const prepare = (sql: string): Statement => database.prepare(sql);
    this.#database = database;
    this.#insert = prepare('INSERT INTO ranking VALUES (?, ?)');
    this.#update = prepare('UPDATE ranking SET item = ? WHERE key = ?');
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

  /** Makes the ranking of all stored addresses; SQLite sorts them, on the disk where they are many. */
  fill(): void {
    const columns =
      'number, address, balance, nonce, received, sent, fees, transaction_count, first_seen, last_seen';
    const database = this.#database;
    database.function('ranking_key', (address: string, balance: string) =>
      rankingKey(BigInt(balance), address),
    );
    database.function('ranking_item', { varargs: true }, (...values: unknown[]) => renderColumns(values));
    database.exec(`
      DELETE FROM ranking; DELETE FROM ranking_buckets;
      INSERT INTO ranking SELECT ranking_key(address, balance) AS key, ranking_item(${columns}) FROM addresses ORDER BY key;
      INSERT INTO ranking_buckets
        SELECT iif(place = 0, x'', min(key)), count(*)
        FROM (SELECT key, (row_number() OVER (ORDER BY key) - 1) / ${FILLED_BUCKET_SIZE} AS place FROM ranking)
        GROUP BY place;
      INSERT OR IGNORE INTO ranking_buckets VALUES (x'', 0)`);
  }

  /** @param rankedBalance with which the address stands in the ranking now; `undefined` where it does not */
  put(row: AddressRow, rankedBalance: bigint | undefined): void {
    const { address } = row;
    const balance = BigInt(row.balance);
    const item = JSON.stringify(addressItem(row));
    if (balance === rankedBalance) {
      this.#update.run(item, rankingKey(balance, address));
      return;
    }
    if (rankedBalance !== undefined) this.remove(address, rankedBalance);
    this.#add(rankingKey(balance, address), item);
  }

  #add(key: Buffer, item: string): void {
    this.#insert.run(key, item);
    const { first, size } = this.#bucketAt.get(key) as Bucket;
    if (size < MAX_BUCKET_SIZE) this.#resize.run(size + 1, first);
    else this.#split(first, size + 1);
  }

  remove(address: string, balance: bigint): void {
    const key = rankingKey(balance, address);
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

/** @param values the columns of a row of `addresses`, in their order */
function renderColumns(values: readonly unknown[]): string {
  const [, address, balance, nonce, received, sent, fees, count, first, last] = values as [
    number,
    string,
    string,
    number,
    string,
    string,
    string,
    number,
    number,
    number,
  ];
  const item = addressItem({
    address,
    balance,
    nonce,
    received,
    sent,
    fees,
    transaction_count: count,
    first_seen: first,
    last_seen: last,
  });
  return JSON.stringify(item);
}
