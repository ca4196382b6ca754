import type { AddressSummary, ExplorerClient } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';

/** Position of an address in the ranking. */
export interface Ranked {
  /** Counted from 1 for the highest balance. */
  readonly rank: number;
  /** Number of addresses in the ranking. */
  readonly total: number;
  readonly summary: AddressSummary;
}

/** Rows per request. */
const PAGE = 100;
/** Limits a search in a ranking that keeps changing; among two billion addresses, a search takes about 25 requests. */
const MOST_REQUESTS = 30;

/**
 * Finds an address in the ranking by a binary search; the ranking is sorted by balance (descending), then by address.
 * Among a million addresses, it takes about fourteen requests.
 * @param balance confirmed balance of the address
 * @returns `undefined` if the address is not in the ranking, or was not found because the ranking changed during the
 *   search
 * @throws the client's error, such as a missing index
 */
export async function findRank(
  client: Pick<ExplorerClient, 'listAddresses'>,
  { address, balance }: { address: Address; balance: bigint },
  signal?: AbortSignal,
): Promise<Ranked | undefined> {
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let offset = 0;
  for (let request = 0; request < MOST_REQUESTS && low < high; request += 1) {
    const { items, pagination } = await client.listAddresses({ limit: PAGE, offset }, { signal });
    const { total } = pagination;
    const position = items.findIndex((item) => item.address === address);
    const summary = items[position];
    if (summary !== undefined) return { rank: offset + position + 1, total, summary };
    high = Math.min(high, total);
    if (ranksBefore({ address, balance }, items[0])) high = Math.min(high, offset);
    else low = offset + items.length;
    offset = Math.max(low, Math.min(Math.floor((low + high - PAGE) / 2), high - 1));
  }
  return undefined;
}

/** True if the address ranks before the first row of a page. */
function ranksBefore(
  wanted: { address: Address; balance: bigint },
  first: AddressSummary | undefined,
): boolean {
  if (first === undefined) return true;
  const balance = parsePebbles(first.balance);
  return wanted.balance === balance ? wanted.address < first.address : wanted.balance > balance;
}
