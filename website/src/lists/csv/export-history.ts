import type { ExplorerTransaction } from '@cairn/api/explorer';
import type { AskPart, ListPart } from '../load-numbered.ts';
import { csvLine } from './csv.ts';
import { EXPORT_LIMIT } from './limit.ts';
import { TRANSACTION_HEADER, transactionFields } from './rows.ts';
import type { Sink } from './sink.ts';

const PART = 100;

/** The history became shorter while it was read: rows that are written already may be of another history. */
export class HistoryMoved extends Error {
  readonly code = 'history_moved';
}

export interface Exported {
  readonly rows: number;
  /** Rows that the history had when the export began. */
  readonly total: number;
}

export interface ExportOptions {
  readonly ask: AskPart<ListPart<ExplorerTransaction>>;
  readonly sink: Sink;
  readonly onProgress: (done: Exported) => void;
  readonly signal: AbortSignal;
  readonly limit?: number;
}

/**
 * Writes a whole history, newest first, a part at a time, into a file. What comes in at the top meanwhile moves the rest
 * down: it is left out, and no row is missed or written twice.
 * @throws what `ask` and the sink reject with, the signal's reason, HistoryMoved; the sink is then aborted
 */
export async function exportHistory(options: ExportOptions): Promise<Exported> {
  const { sink, signal } = options;
  try {
    const done = await writeAll(options);
    signal.throwIfAborted();
    await sink.close();
    return done;
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

async function writeAll({
  ask,
  sink,
  onProgress,
  signal,
  limit = EXPORT_LIMIT,
}: ExportOptions): Promise<Exported> {
  await sink.write(csvLine(TRANSACTION_HEADER));
  let start: number | undefined;
  let now = 0;
  let rows = 0;
  for (;;) {
    signal.throwIfAborted();
    const part = await ask(PART, rows + now - (start ?? 0));
    const { total } = part.pagination;
    start ??= total;
    if (total < Math.max(now, start)) throw new HistoryMoved('the history became shorter');
    // Rows that came in since the question was put stand before those that were asked for.
    const late = now === 0 ? 0 : total - now;
    now = total;
    const items = part.items.slice(late, late + Math.min(start, limit) - rows);
    await sink.write(items.map((item) => csvLine(transactionFields(item))).join(''));
    rows += items.length;
    onProgress({ rows, total: start });
    if (rows >= Math.min(start, limit)) return { rows, total: start };
    if (part.items.length === 0) throw new HistoryMoved('the history ended early');
  }
}
