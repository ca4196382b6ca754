import type { RpcTransaction } from '@cairn/api/rpc';
import {
  type Address,
  COINBASE_SENDER,
  formatCoins,
  formatPebbles,
  parsePebbles,
  type TransactionId,
} from '@cairn/protocol';
import { foldName } from './clean-text.ts';
import type { Labels, NamedAddress } from './records/records.ts';
import { parseAmountEntry } from './send/amount-entry.ts';

/** The fields of a page of the node's history that are used here. */
export interface HistoryPage {
  readonly transactions: readonly RpcTransaction[];
  readonly next_cursor: string | null;
}

/** The loaded part of an account's history: newest first, without gaps. */
export interface HistoryView {
  readonly pending: readonly RpcTransaction[];
  readonly confirmed: readonly RpcTransaction[];
  /** Opaque cursor for the entries after the loaded part; null at the end. */
  readonly nextCursor: string | null;
}

/** Direction of a transaction from the view of one address. */
export type Direction = 'in' | 'out' | 'self' | 'reward';

/** The view of a first page (requested without a cursor). */
export function startHistory(page: HistoryPage): HistoryView {
  return { ...split(page.transactions), nextCursor: page.next_cursor };
}

/**
 * Merges a newly read first page into the view. Entries older than the page's last one are kept, and the page replaces
 * all newer ones, so that a transaction that a reorganization removed does not stay confirmed. If the view does not
 * contain the page's last confirmed transaction in the same block, only the page is kept: there could be a gap.
 */
export function refreshHistory(view: HistoryView, page: HistoryPage): HistoryView {
  const start = startHistory(page);
  const last = start.confirmed.at(-1);
  const position = last === undefined ? -1 : view.confirmed.findIndex((item) => isSameEntry(item, last));
  const older = position === -1 ? [] : view.confirmed.slice(position + 1);
  // If nothing older is kept, the page's own cursor continues the list.
  if (older.length === 0 || page.next_cursor === null) return start;
  return { ...start, confirmed: [...start.confirmed, ...older], nextCursor: view.nextCursor };
}

/** True for the same transaction in the same block. */
function isSameEntry(one: RpcTransaction, other: RpcTransaction): boolean {
  return one.id === other.id && one.block_height === other.block_height && one.timestamp === other.timestamp;
}

/** The view with the confirmed transactions of the page that was read with `view.nextCursor`. */
export function extendHistory(view: HistoryView, page: HistoryPage): HistoryView {
  const known = new Set(view.confirmed.map((item) => item.id));
  const { confirmed } = split(page.transactions);
  const older = confirmed.filter((item) => !known.has(item.id));
  return { ...view, confirmed: [...view.confirmed, ...older], nextCursor: page.next_cursor };
}

export function directionOf(
  transaction: Pick<RpcTransaction, 'from_address' | 'to_address'>,
  address: Address,
): Direction {
  if (transaction.from_address === COINBASE_SENDER) return 'reward';
  if (transaction.from_address !== address) return 'in';
  return transaction.to_address === address ? 'self' : 'out';
}

function split(items: readonly RpcTransaction[]): { pending: RpcTransaction[]; confirmed: RpcTransaction[] } {
  return {
    pending: items.filter((item) => item.status === 'pending'),
    confirmed: items.filter((item) => item.status === 'confirmed'),
  };
}

/** Which transactions to show; `all` and an empty text match each one. */
export interface HistoryFilter {
  readonly direction: Direction | 'all';
  /** Searched in IDs, addresses, labels and names; an amount in CRN also finds transactions with this value or fee. */
  readonly text: string;
}

export const NO_FILTER: HistoryFilter = { direction: 'all', text: '' };

/** Names and labels that are searched in addition to the transaction. */
export interface HistoryNames {
  readonly labels: Labels;
  readonly contacts: readonly NamedAddress[];
  /** Own and watched accounts by the names that the screens show. */
  readonly accounts?: readonly NamedAddress[];
  /** Recipient of the transfer that a transaction cancels, which the chain does not show. */
  readonly cancelledRecipient?: (transaction: RpcTransaction) => Address | undefined;
}

/** True for a filter that may exclude transactions. */
export function isFiltering({ direction, text }: HistoryFilter): boolean {
  return direction !== 'all' || text.trim() !== '';
}

/** The transactions of an address that match the filter, in their order. */
export function filterHistory(
  items: readonly RpcTransaction[],
  address: Address,
  filter: HistoryFilter,
  names: HistoryNames,
): RpcTransaction[] {
  const wanted = foldName(filter.text);
  const amounts = readAmounts(filter.text);
  const addressNames = new Map(
    [...(names.accounts ?? []), ...names.contacts].map(({ address, name }) => [address, name]),
  );
  return items.filter((item) => {
    if (filter.direction !== 'all' && directionOf(item, address) !== filter.direction) return false;
    if (wanted === '') return true;
    if (amounts.includes(item.value) || amounts.includes(item.fee)) return true;
    return textsOf(item, names, addressNames).some((text) => text.includes(wanted));
  });
}

/**
 * A typed amount in CRN as decimal strings of pebbles, as in a transaction. Thousands may be separated. A text that is
 * one amount in English and another one in German returns both.
 */
function readAmounts(text: string): string[] {
  const english = text.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  const german = text.replace(/(?<=\d)\.(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return [english, german].flatMap((typed) => {
    const entry = parseAmountEntry(typed);
    return entry.ok ? [formatPebbles(entry.pebbles)] : [];
  });
}

function textsOf(
  item: RpcTransaction,
  { labels, cancelledRecipient }: HistoryNames,
  names: ReadonlyMap<string, string>,
): string[] {
  const { id, from_address: from, to_address: to } = item;
  const keys = [id, from, to, cancelledRecipient?.(item) ?? ''];
  return keys.flatMap((key) => [key, labels[key] ?? '', names.get(key) ?? '']).map(foldName);
}

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
 * The whole history of an address as rows of a CSV file, one page at a time, so that the
 * caller need not keep them all. Pending transactions come first, then the confirmed ones, newest first. Throws the signal's reason when it is
 * aborted, and the error of `readPage`.
 * @param readPage reads the page after a cursor; without one, the first page
 */
export async function* historyCsvPages(input: {
  address: Address;
  names: HistoryNames;
  readPage: (cursor: string | undefined) => Promise<HistoryPage>;
  signal: AbortSignal;
}): AsyncGenerator<HistoryCsvPage> {
  const { address, names, readPage, signal } = input;
  const seen = new Set<TransactionId>();
  let written = 0;
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await readPage(cursor);
    signal.throwIfAborted();
    // A transaction that was confirmed between two requests is on both pages: write it once.
    const fresh = page.transactions.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    written += fresh.length;
    yield { rows: fresh.map((item) => csvFields(item, address, names)), written };
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** What a transaction adds to the balance of `address`, in pebbles; its sender pays the fee. */
export function balanceChange(
  item: Pick<RpcTransaction, 'from_address' | 'to_address' | 'value' | 'fee'>,
  address: Address,
): bigint {
  const value = parsePebbles(item.value);
  const received = item.to_address === address ? value : 0n;
  return item.from_address === address ? received - value - parsePebbles(item.fee) : received;
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
    labels[item.id] ?? '',
    direction === 'reward' ? '' : String(item.nonce),
    item.block_height === null ? '' : String(item.block_height),
    item.id,
  ];
}
