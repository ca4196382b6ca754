import type { Database, Statement } from 'better-sqlite3';
import type { AddressTotals, Page, PageRequest } from '../projection-reader.ts';

/** The buckets of one snapshot: where each begins, and how many addresses stand before it. */
interface Buckets {
  readonly firsts: readonly Buffer[];
  readonly before: readonly number[];
  readonly total: number;
}

/**
 * Pages of the ranking: whole buckets are skipped by their sizes, which are read once a snapshot, and at most one
 * bucket's keys are walked. So any offset costs the same.
 */
export class RankingReader {
  readonly #buckets: Statement;
  readonly #keyWithin: Statement;
  readonly #page: Statement;
  #loaded: Buckets | undefined;

  constructor(database: Database) {
    this.#buckets = database.prepare('SELECT first, size FROM ranking_buckets ORDER BY first').raw();
    this.#keyWithin = database
      .prepare('SELECT key FROM ranking WHERE key >= ? ORDER BY key LIMIT 1 OFFSET ?')
      .pluck();
    this.#page = database.prepare(
      `SELECT a.address, a.balance, a.nonce, a.received, a.sent, a.fees, a.transaction_count AS transactionCount,
         a.first_seen AS firstSeenHeight, a.last_seen AS lastSeenHeight
       FROM ranking r JOIN addresses a ON a.number = r.address
       WHERE r.key >= ? ORDER BY r.key LIMIT ?`,
    );
  }

  /** The next read is of another snapshot. */
  forget(): void {
    this.#loaded = undefined;
  }

  read({ offset, limit }: PageRequest): Page<AddressTotals> {
    const { firsts, before, total } = (this.#loaded ??= this.#load());
    if (offset >= total) return { items: [], total };
    const bucket = findBucket(before, offset);
    const key = this.#keyWithin.get(firsts[bucket], offset - before[bucket]!);
    return { items: this.#page.all(key, limit) as AddressTotals[], total };
  }

  #load(): Buckets {
    const rows = this.#buckets.all() as [first: Buffer, size: number][];
    const before: number[] = [];
    let total = 0;
    for (const [, size] of rows) {
      before.push(total);
      total += size;
    }
    return { firsts: rows.map(([first]) => first), before, total };
  }
}

/** The last bucket with at most `offset` addresses before it. */
function findBucket(before: readonly number[], offset: number): number {
  let low = 0;
  let high = before.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (before[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
