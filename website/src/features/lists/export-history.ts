import type { ExplorerTransaction } from '@cairn/api/explorer';
import { saveFile } from '@cairn/ui';
import { csvHead, csvRows } from '@cairn/ui/csv.js';
import { csvBlob, fieldsOf, TRANSACTION_COLUMNS } from './csv.ts';
import type { AskPart, ListPart } from './load-transactions.ts';

/** Rows per request: the API's maximum. */
const PART = 100;

/**
 * Thrown if the history becomes shorter or ends early during the export: rows already written may be on another branch.
 */
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
  readonly sink: Sink;
  readonly onProgress: (done: Exported) => void;
  readonly signal: AbortSignal;
  /** Maximum number of rows to write. */
  readonly limit: number;
}

/**
 * Writes a history, up to `limit` rows, to a file, newest first, a part at a time. Rows added at the top during the
 * export shift the rest down; they are left out, and no row is missed or written twice.
 * @throws the errors of `ask` and the sink, the signal's reason, or HistoryMoved; the sink is then aborted
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
  await sink.write(csvHead(Object.keys(TRANSACTION_COLUMNS)));
  let start: number | undefined;
  let now = 0;
  let rows = 0;
  for (;;) {
    signal.throwIfAborted();
    const part = await ask(PART, rows + now - (start ?? 0));
    const { total } = part.pagination;
    start ??= total;
    if (total < Math.max(now, start)) throw new HistoryMoved('the history became shorter');
    // Rows added since the previous answer shift the rest down: the part begins with rows that are written already.
    const added = now === 0 ? 0 : total - now;
    now = total;
    const items = part.items.slice(added, added + Math.min(start, limit) - rows);
    await sink.write(csvRows(items.map((row) => fieldsOf(TRANSACTION_COLUMNS, row))));
    rows += items.length;
    onProgress({ rows, total: start });
    if (rows >= Math.min(start, limit)) return { rows, total: start };
    if (part.items.length === 0) throw new HistoryMoved('the history ended early');
  }
}

/** Target of a file while it is written. */
interface Sink {
  write: (text: string) => Promise<void>;
  /** Completes the file. */
  close: () => Promise<void>;
  /** Discards the file. */
  abort: () => Promise<void>;
}

/** Part of the File System Access API, which not every browser has. Its writable stream is a `Sink`. */
type SavePicker = (options: object) => Promise<{ createWritable: () => Promise<Sink> }>;

const TYPES = [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }];

/**
 * Opens a file for a long export: on the disk if the browser supports it, otherwise in memory, downloaded at the end.
 * @returns `undefined` if the user chose no file
 */
export async function openSink(name: string): Promise<Sink | undefined> {
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (pick === undefined) return memorySink(name);
  try {
    const handle = await pick({ suggestedName: name, types: TYPES });
    return await handle.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // The picker is forbidden, for example in an iframe; a download still works.
    return memorySink(name);
  }
}

/** Keeps the file in memory, and downloads it once it is complete. */
function memorySink(name: string): Sink {
  let parts: string[] = [];
  return {
    write: async (text) => void parts.push(text),
    abort: async () => void (parts = []),
    close: async () => saveFile(name, csvBlob(parts)),
  };
}
