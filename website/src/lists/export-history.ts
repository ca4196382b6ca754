import type { ExplorerTransaction } from '@cairn/api/explorer';
import { saveFile } from '@cairn/ui';
import { csvHead, csvRows } from '@cairn/ui/csv.js';
import { csvBlob, TRANSACTION_HEADER, transactionFields } from './csv.ts';
import type { AskPart, ListPart } from './load-numbered.ts';

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
  /** Rows that are written at most. */
  readonly limit: number;
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

async function writeAll({ ask, sink, onProgress, signal, limit }: ExportOptions): Promise<Exported> {
  await sink.write(csvHead(TRANSACTION_HEADER));
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
    await sink.write(csvRows(items.map(transactionFields)));
    rows += items.length;
    onProgress({ rows, total: start });
    if (rows >= Math.min(start, limit)) return { rows, total: start };
    if (part.items.length === 0) throw new HistoryMoved('the history ended early');
  }
}

/** Where a file goes while it is written. */
export interface Sink {
  write: (text: string) => Promise<void>;
  /** The file is whole: it becomes the reader's. */
  close: () => Promise<void>;
  /** Nothing is kept. */
  abort: () => Promise<void>;
}

/** A part of the File System Access API, which not every browser has: what it writes into is a `Sink`. */
type SavePicker = (options: object) => Promise<{ createWritable: () => Promise<Sink> }>;

const TYPES = [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }];

/**
 * Opens a file to write a long CSV into: straight to the disk where the browser can, else gathered in memory and handed
 * to its downloads at the end.
 * @returns `undefined` where the reader chose no file
 */
export async function openSink(name: string): Promise<Sink | undefined> {
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (pick === undefined) return memorySink(name);
  try {
    const handle = await pick({ suggestedName: name, types: TYPES });
    return await handle.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // Forbidden, as in a frame: the downloads still work.
    return memorySink(name);
  }
}

/** Keeps the file in memory until it is whole. */
function memorySink(name: string): Sink {
  let parts: string[] = [];
  return {
    write: async (text) => void parts.push(text),
    abort: async () => void (parts = []),
    close: async () => saveFile(name, csvBlob(parts)),
  };
}
