import type { HistoryPage } from '../history.ts';
import { CSV_HEAD, csvLine } from './history-csv.ts';
import type { HistoryNames } from './history-filter.ts';

/** One piece of the file, and the number of transactions written up to its end. */
export interface ExportPiece {
  readonly text: string;
  readonly written: number;
}

/**
 * The whole history of an address as CSV, one piece a page, so that no more than a page is ever held. Pending ones
 * come first, then the confirmed ones from the newest to the oldest. Ends by throwing the signal's reason when it is
 * cancelled, by whatever `readPage` rejects with, and when the node's cursors lead in a circle.
 * @param readPage asks the node for the page after a cursor, and for the first one without
 */
export async function* exportHistory(input: {
  address: string;
  names: HistoryNames;
  readPage: (cursor: string | undefined) => Promise<HistoryPage>;
  signal: AbortSignal;
}): AsyncGenerator<ExportPiece> {
  const { address, names, readPage, signal } = input;
  const seen = new RecentIds();
  const circle = new Circle();
  let written = 0;
  yield { text: CSV_HEAD, written };
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await readPage(cursor);
    signal.throwIfAborted();
    // A transaction confirmed between two answers is on both pages: write it once.
    const fresh = page.transactions.filter(({ id }) => seen.add(id));
    written += fresh.length;
    yield { text: fresh.map((item) => csvLine(item, address, names)).join(''), written };
    cursor = page.next_cursor ?? undefined;
    if (circle.closes(cursor)) throw new Error('the cursors lead in a circle');
  } while (cursor !== undefined);
}

/** Detects a cycle of cursors of any length, with one cursor in memory (Brent's algorithm). */
class Circle {
  #kept: string | undefined;
  #steps = 0;
  #limit = 1;

  /** Whether the cursor equals the kept one, which happens within a few rounds of any cycle. */
  closes(cursor: string | undefined): boolean {
    if (cursor !== undefined && cursor === this.#kept) return true;
    this.#steps += 1;
    if (this.#steps === this.#limit) {
      [this.#kept, this.#steps, this.#limit] = [cursor, 0, this.#limit * 2];
    }
    return false;
  }
}

/** The last few thousand IDs: more than can be on two pages at once, and no more memory for a longer history. */
class RecentIds {
  static readonly #CAPACITY = 4_000;
  readonly #ids = new Set<string>();

  /** False when the ID was just there. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > RecentIds.#CAPACITY) this.#ids.delete(this.#ids.values().next().value!);
    return true;
  }
}
