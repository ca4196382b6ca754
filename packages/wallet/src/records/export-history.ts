import type { HistoryPage } from '../history.ts';
import { CSV_HEAD, csvLine } from './history-csv.ts';
import type { HistoryNames } from './history-filter.ts';

/** One piece of the file, and how many transactions were written with it and before it. */
export interface ExportPiece {
  readonly text: string;
  readonly written: number;
}

/**
 * The whole history of an address as CSV, one piece a page, so that no more than a page is ever held. Pending ones
 * come first, then the confirmed ones from the newest to the oldest. Ends by throwing the signal's reason when it is
 * cancelled, and by whatever `readPage` rejects with.
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
  let written = 0;
  yield { text: CSV_HEAD, written };
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await readPage(cursor);
    signal.throwIfAborted();
    // A transaction that got its block between two answers stands on both pages: written once.
    const fresh = page.transactions.filter(({ id }) => seen.add(id));
    written += fresh.length;
    yield { text: fresh.map((item) => csvLine(item, address, names)).join(''), written };
    if (page.next_cursor !== null && page.next_cursor === cursor) throw new Error('the cursor stands still');
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
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
