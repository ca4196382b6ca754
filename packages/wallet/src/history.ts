import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';

/** The part of a history page that the view is made of. */
export interface HistoryPage {
  readonly transactions: readonly RpcTransaction[];
  readonly next_cursor: string | null;
}

/** An account's history as far as it has been read: newest first, without gaps. */
export interface HistoryView {
  readonly pending: readonly RpcTransaction[];
  readonly confirmed: readonly RpcTransaction[];
  /** Opaque; passed back unchanged for the entries after the last one. Null when there are no more. */
  readonly nextCursor: string | null;
}

/** How a transaction looks from one address. */
export type Direction = 'in' | 'out' | 'self' | 'reward';

/** The view that a first page (asked for without a cursor) makes. */
export function startHistory(page: HistoryPage): HistoryView {
  return { ...split(page.transactions), nextCursor: page.next_cursor };
}

/**
 * Puts a newly read first page on top of what is known. Older pages stay as long as the new page reaches them; when it
 * does not (more was confirmed in between than a page holds) the view starts anew, so that no gap is ever shown as
 * nothing.
 */
export function refreshHistory(view: HistoryView, page: HistoryPage): HistoryView {
  const { pending, confirmed } = split(page.transactions);
  const known = new Set(view.confirmed.map((item) => item.id));
  const reaches = confirmed.some((item) => known.has(item.id));
  if (!reaches) return startHistory(page);
  const fresh = new Set(confirmed.map((item) => item.id));
  const older = view.confirmed.filter((item) => !fresh.has(item.id));
  // Without anything older the page's own cursor is the one after its last entry.
  if (older.length === 0) return { pending, confirmed, nextCursor: page.next_cursor };
  return { pending, confirmed: [...confirmed, ...older], nextCursor: view.nextCursor };
}

/** Adds the page that `view.nextCursor` gave. */
export function extendHistory(view: HistoryView, page: HistoryPage): HistoryView {
  const known = new Set(view.confirmed.map((item) => item.id));
  const { confirmed } = split(page.transactions);
  const older = confirmed.filter((item) => !known.has(item.id));
  return { ...view, confirmed: [...view.confirmed, ...older], nextCursor: page.next_cursor };
}

/** Direction of a transaction as `address` sees it. */
export function directionOf(
  transaction: Pick<RpcTransaction, 'from_address' | 'to_address'>,
  address: string,
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
