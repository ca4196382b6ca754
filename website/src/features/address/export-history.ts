import type { ExplorerTransaction } from '@cairn/api/explorer';
import { formatCoins, parsePebbles } from '@cairn/protocol';
import { type CsvField, csvHead, csvRows, csvTime } from '@cairn/ui/csv.js';
import { SERVER_WORD } from '../../site/formats.ts';
import { isCoinbase } from '../lists/index.ts';

export { saveCsv } from '@cairn/ui/csv.js';

/** Rows per request: the API's maximum. */
const PART = 100;

/**
 * Columns of a file of transactions; new coins have no sender. Their names are English in every language, because programs read
 * them. Amounts are exact.
 */
const COLUMNS: Readonly<Record<string, (row: ExplorerTransaction) => CsvField>> = {
  id: ({ id }) => id,
  time_utc: ({ block_timestamp: seconds }) => csvTime(seconds),
  block_height: ({ block_height }) => block_height,
  block_id: ({ block_id }) => block_id,
  position: ({ transaction_index }) => transaction_index,
  coinbase: (transaction) => (isCoinbase(transaction) ? 'yes' : 'no'),
  direction: ({ direction }) => direction ?? '',
  from: (transaction) => (isCoinbase(transaction) ? '' : transaction.from_address),
  to: ({ to_address }) => to_address,
  amount_crn: ({ value }) => coins(value),
  amount_pebbles: ({ value }) => value,
  fee_crn: ({ fee }) => coins(fee),
  fee_pebbles: ({ fee }) => fee,
  nonce: ({ nonce }) => nonce,
};

const fieldsOf = (row: ExplorerTransaction): CsvField[] => Object.values(COLUMNS).map((field) => field(row));

const coins = (pebbles: string): string => formatCoins(parsePebbles(pebbles));

/**
 * The parts of a CSV file of rows that were proven. The history has no more than a part of a coinbase, so its ID is left empty.
 * @param rows newest first
 */
export function provenCsv(rows: readonly ExplorerTransaction[]): string[] {
  const fields = rows.map((row) => fieldsOf(isCoinbase(row) ? { ...row, id: '' } : row));
  return [csvHead(Object.keys(COLUMNS)), csvRows(fields)];
}

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
  /** Asks for at most `limit` rows below the `offset` newest ones. */
  readonly ask: (
    limit: number,
    offset: number,
  ) => Promise<{
    readonly items: readonly ExplorerTransaction[];
    readonly pagination: { readonly total: number };
  }>;
  readonly onProgress: (done: Exported) => void;
  readonly signal: AbortSignal;
  /** Maximum number of rows to read. */
  readonly limit: number;
}

/**
 * Reads a history from the server, up to `limit` rows, newest first, a part at a time. Rows added at the top meanwhile shift the rest down; they are
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
  const parts = [csvHead([SERVER_WORD]), csvRows([Object.keys(COLUMNS)])];
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
    parts.push(csvRows(items.map(fieldsOf)));
    rows += items.length;
    onProgress({ rows, total: start });
    if (rows >= Math.min(start, limit)) return { parts, rows, total: start };
    if (part.items.length === 0) throw new HistoryMoved('the history ended early');
  }
}
