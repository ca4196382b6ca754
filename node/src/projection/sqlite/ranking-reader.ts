import type { Database, Statement } from 'better-sqlite3';
import type { AddressSummary } from '@cairn/api/explorer';
import type { Page, PageRequest } from '../projection-reader.ts';

/** The buckets of one snapshot: where each begins, and how many addresses stand before it. */
interface Buckets {
  readonly firsts: readonly Buffer[];
  readonly before: readonly number[];
  readonly total: number;
}

/**
 * Pages of the ranking: whole buckets are skipped by their sizes, which are read once a snapshot, and at most one
 * bucket's lines are walked. So any offset costs the same.
 */
export class RankingReader {
  readonly #buckets: Statement;
  readonly #page: Statement;
  #loaded: Buckets | undefined;

  constructor(database: Database) {
    this.#buckets = database.prepare('SELECT first, size FROM ranking_buckets ORDER BY first').raw();
    // The lines as one text: a row of its own for each would cost three times as much. The sums keep SQLite from planning
    // anew for each value that a bare `LIMIT ?` is bound to, which takes a third as long as the page.
    this.#page = database
      .prepare(
        `SELECT group_concat(item, ',') FROM
           (SELECT item FROM ranking WHERE key >= ? ORDER BY key LIMIT ? + 0 OFFSET ? + 0)`,
      )
      .pluck();
  }

  /** The next read is of another snapshot. */
  forget(): void {
    this.#loaded = undefined;
  }

  read({ offset, limit }: PageRequest): Page<AddressSummary> {
    const { firsts, before, total } = (this.#loaded ??= this.#load());
    if (offset >= total) return { items: [], total };
    const bucket = findBucket(before, offset);
    const items = this.#page.get(firsts[bucket], limit, offset - before[bucket]!) as string;
    return { items: JSON.parse(`[${items}]`) as AddressSummary[], total };
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
