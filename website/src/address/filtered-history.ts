import type { Address } from '@cairn/protocol';
import type { ExplorerClient, ExplorerTransaction } from '@cairn/api/explorer';
import { type Direction, goes } from './direction.ts';

/** Results so far of a search through a history. */
export interface Found {
  readonly transactions: readonly ExplorerTransaction[];
  /** Transactions looked at, from the newest on. */
  readonly looked: number;
  /** Transactions in the whole history. */
  readonly total: number;
}

export const NOTHING_FOUND: Found = { transactions: [], looked: 0, total: 0 };

/** The API's largest page. */
const LOOK = 100;
/** Looks before the reader is asked whether to go on. */
const LOOKS = 10;

export interface SearchOptions {
  readonly address: Address;
  readonly direction: Direction;
  /** New finds that are enough. */
  readonly wanted: number;
}

/**
 * Looks on through an address's history for transactions of one direction: the API gives only all of them. What has come
 * in at the top meanwhile moves the rest down, and what was seen before is not counted again.
 * @param so what earlier searches found
 * @throws what the client rejects with
 */
export async function searchHistory(
  client: Pick<ExplorerClient, 'listAddressTransactions'>,
  { address, direction, wanted }: SearchOptions,
  so: Found,
  signal?: AbortSignal,
): Promise<Found> {
  const seen = new Set(so.transactions.map(({ id }) => id));
  const transactions = [...so.transactions];
  let { looked, total } = so;
  for (let look = 0; look < LOOKS && transactions.length - so.transactions.length < wanted; look += 1) {
    const { items, pagination } = await client.listAddressTransactions(
      { address, limit: LOOK, offset: looked },
      { signal },
    );
    total = pagination.total;
    looked += items.length;
    for (const one of items) {
      if (!goes(direction, one) || seen.has(one.id)) continue;
      seen.add(one.id);
      transactions.push(one);
    }
    if (items.length < LOOK) return { transactions, looked: Math.max(looked, total), total };
  }
  return { transactions, looked, total };
}
