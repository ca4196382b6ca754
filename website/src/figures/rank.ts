import type { AddressSummary, ExplorerClient } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';

/** Position of an address in the ranking. */
export interface Ranked {
  /** Counted from 1: the richest is first. */
  readonly rank: number;
  /** Addresses in the ranking. */
  readonly total: number;
  readonly summary: AddressSummary;
}

/** Rows of one look into the ranking. */
const LOOK = 100;
/** A ranking that moves while it is searched can lead astray; twice this many looks are enough for any. */
const MOST_LOOKS = 30;

/**
 * Finds an address in the ranking, which is sorted by balance (descending) and then by address: a search by halves, a
 * hundred rows a look, so that among a million addresses it takes about fourteen looks.
 * @param balance of the address, as its confirmed state says
 * @returns `undefined` where it is not in the ranking, or the ranking moved while it was searched
 * @throws what the client rejects with: without an index there is no ranking
 */
export async function findRank(
  client: Pick<ExplorerClient, 'listAddresses'>,
  { address, balance }: { address: Address; balance: bigint },
  signal?: AbortSignal,
): Promise<Ranked | undefined> {
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let offset = 0;
  for (let look = 0; look < MOST_LOOKS && low < high; look += 1) {
    const { items, pagination } = await client.listAddresses({ limit: LOOK, offset }, { signal });
    const { total } = pagination;
    const position = items.findIndex((item) => item.address === address);
    const summary = items[position];
    if (summary !== undefined) return { rank: offset + position + 1, total, summary };
    high = Math.min(high, total);
    if (standsBefore({ address, balance }, items[0])) high = Math.min(high, offset);
    else low = offset + items.length;
    offset = Math.max(low, Math.min(Math.floor((low + high - LOOK) / 2), high - 1));
  }
  return undefined;
}

/** True if an address ranks before the first row of a page. */
function standsBefore(
  wanted: { address: Address; balance: bigint },
  first: AddressSummary | undefined,
): boolean {
  if (first === undefined) return true;
  const balance = parsePebbles(first.balance);
  return wanted.balance === balance ? wanted.address < first.address : wanted.balance > balance;
}
