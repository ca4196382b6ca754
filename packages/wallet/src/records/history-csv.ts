import type { RpcTransaction } from '@cairn/api/rpc';
import {
  type Address,
  COINBASE_SENDER,
  formatCoins,
  parsePebbles,
  type TransactionId,
} from '@cairn/protocol';
import { directionOf, type HistoryPage } from '../history.ts';
import { balanceChange } from './balance-series.ts';
import { labelOf } from './labels.ts';
import type { HistoryNames } from './history-filter.ts';

/**
 * Columns of the export, in order. Amount and fee are exact, in CRN and in pebbles; the balance change is in pebbles.
 */
export const CSV_COLUMNS = [
  'time_utc',
  'status',
  'direction',
  'amount_crn',
  'amount_pebbles',
  'fee_crn',
  'fee_pebbles',
  'balance_change_pebbles',
  'from_address',
  'to_address',
  'contact',
  'label',
  'nonce',
  'block_height',
  'transaction_id',
] as const;

/** Rows of one page, with fields in the order of `CSV_COLUMNS`, and the number of rows so far. */
export interface HistoryCsvPage {
  readonly rows: readonly (readonly (string | bigint)[])[];
  readonly written: number;
}

/**
 * The whole history of an address as rows of a CSV file, one page at a time, so that no more than one page is in
 * memory. Pending transactions come first, then the confirmed ones, newest first. Throws the signal's reason when it is
 * aborted, the error of `readPage`, and an `Error` when the node's cursors form a cycle.
 * @param readPage reads the page after a cursor; without one, the first page
 */
export async function* historyCsvPages(input: {
  address: Address;
  names: HistoryNames;
  readPage: (cursor: string | undefined) => Promise<HistoryPage>;
  signal: AbortSignal;
}): AsyncGenerator<HistoryCsvPage> {
  const { address, names, readPage, signal } = input;
  const seen = new RecentIds();
  const cursors = new CycleDetector();
  let written = 0;
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await readPage(cursor);
    signal.throwIfAborted();
    // A transaction that was confirmed between two requests is on both pages: write it once.
    const fresh = page.transactions.filter(({ id }) => seen.add(id));
    written += fresh.length;
    yield { rows: fresh.map((item) => csvFields(item, address, names)), written };
    cursor = page.next_cursor ?? undefined;
    if (cursors.repeats(cursor)) throw new Error('the cursors form a cycle');
  } while (cursor !== undefined);
}

/** One row of the export, in the order of `CSV_COLUMNS`, from the view of `address`. */
export function csvFields(
  item: RpcTransaction,
  address: Address,
  { labels, contacts }: HistoryNames,
): (string | bigint)[] {
  const direction = directionOf(item, address);
  const other = item.from_address === address ? item.to_address : item.from_address;
  const ownFee = item.from_address === address ? parsePebbles(item.fee) : 0n;
  const value = parsePebbles(item.value);
  return [
    item.timestamp === null ? '' : new Date(item.timestamp * 1000).toISOString().replace('.000Z', 'Z'),
    item.status,
    direction,
    formatCoins(value),
    value.toString(),
    formatCoins(ownFee),
    ownFee.toString(),
    // A number, because a text that begins with a minus sign would be escaped as a formula.
    balanceChange(item, address),
    item.from_address === COINBASE_SENDER ? 'block reward' : item.from_address,
    item.to_address,
    contacts.find((contact) => contact.address === other)?.name ?? '',
    labelOf(labels, item.id) ?? '',
    direction === 'reward' ? '' : String(item.nonce),
    item.block_height === null ? '' : String(item.block_height),
    item.id,
  ];
}

/** Detects a cycle of cursors of any length, with one cursor in memory (Brent's algorithm). */
class CycleDetector {
  #remembered: string | undefined;
  #steps = 0;
  #limit = 1;

  /** True if the cursor equals the remembered one, which happens within a few rounds of any cycle. */
  repeats(cursor: string | undefined): boolean {
    if (cursor !== undefined && cursor === this.#remembered) return true;
    this.#steps += 1;
    if (this.#steps === this.#limit) {
      [this.#remembered, this.#steps, this.#limit] = [cursor, 0, this.#limit * 2];
    }
    return false;
  }
}

/** The last 4,000 IDs: more than two pages contain. The limit bounds the memory. */
class RecentIds {
  static readonly #CAPACITY = 4_000;
  readonly #ids = new Set<string>();

  /** Adds an ID. @returns false if it is a recent one */
  add(id: TransactionId): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > RecentIds.#CAPACITY) this.#ids.delete(this.#ids.values().next().value!);
    return true;
  }
}
