import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, COINBASE_SENDER } from '@cairn/protocol';

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
