import type { ExplorerTransaction } from '@cairn/api/explorer';
import { csvHead, csvRows } from '@cairn/ui/csv.js';
import { fieldsOf, TRANSACTION_COLUMNS } from './csv.ts';
import type { AskPart, ListPart } from './load-transactions.ts';

/** Rows per request: the API's maximum. */
const PART = 100;

/** Thrown if the history becomes shorter or ends early during the export: rows already read may be on another branch. */
export class HistoryMoved extends Error {
  readonly code = 'history_moved';
}

export interface Exported {
  readonly rows: number;
  /** Rows of the history when the export began. */
  readonly total: number;
}

interface ExportOptions {
  readonly ask: AskPart<ListPart<ExplorerTransaction>>;
  readonly onProgress: (done: Exported) => void;
  readonly signal: AbortSignal;
  /** Maximum number of rows to read. */
  readonly limit: number;
}

/**
 * Reads a history, up to `limit` rows, newest first, a part at a time. Rows added at the top meanwhile shift the rest down; they are
 * left out, and no row is missed or read twice.
 * @returns the parts of a CSV file
 * @throws the errors of `ask`, the signal's reason, or HistoryMoved
 */
export async function exportHistory({
  ask,
  onProgress,
  signal,
  limit,
}: ExportOptions): Promise<Exported & { readonly parts: string[] }> {
  const parts = [csvHead(Object.keys(TRANSACTION_COLUMNS))];
  let start: number | undefined;
  let now = 0;
  let rows = 0;
  for (;;) {
    signal.throwIfAborted();
    const part = await ask(PART, rows + now - (start ?? 0));
    const { total } = part.pagination;
    start ??= total;
    if (total < Math.max(now, start)) throw new HistoryMoved('the history became shorter');
    // Rows added since the previous answer shift the rest down: the part begins with rows that are read already.
    const added = now === 0 ? 0 : total - now;
    now = total;
    const items = part.items.slice(added, added + Math.min(start, limit) - rows);
    parts.push(csvRows(items.map((row) => fieldsOf(TRANSACTION_COLUMNS, row))));
    rows += items.length;
    onProgress({ rows, total: start });
    if (rows >= Math.min(start, limit)) return { parts, rows, total: start };
    if (part.items.length === 0) throw new HistoryMoved('the history ended early');
  }
}
