import type { AddressState, ExplorerClient, AddressSummary } from '@cairn/api/explorer';
import { parsePebbles, type Address } from '@cairn/protocol';
import { request, useRequest } from '../../site/request.ts';
import { supplyOf } from '../../site/figures.ts';
import type { ChainView } from '../../site/chain-feed.ts';

/** Figures of an address that need the index. */
export interface AddressStats {
  /** Rank and sums; `undefined` if the address was not found in the ranking. */
  readonly ranked: Ranked | undefined;
  /** Coins in existence, in pebbles. */
  readonly supply: bigint;
  /** The blocks of its oldest and its newest transaction. */
  readonly firstSeen: Sighting | undefined;
  readonly lastSeen: Sighting | undefined;
}

/** Height of a block, and its time in Unix seconds. */
export interface Sighting {
  readonly height: number;
  readonly time: number;
}

/**
 * Loads the stats of an address that has an account, once the index is ready and again when `version` changes.
 * @returns `undefined` until they load; `absent` without an account or index, or if a request failed
 */
export function useAddressStats(
  state: AddressState | undefined,
  version: string | undefined,
  { status }: ChainView,
): AddressStats | 'absent' | undefined {
  const isReady = state?.exists === true && status?.index.ready === true;
  const stats = useRequest(isReady ? addressStatsRequest(state.address, () => version) : undefined);
  if (state?.exists === false || (status !== undefined && !status.index.ready)) return 'absent';
  return stats.failure === undefined ? stats.data : 'absent';
}

/** The stats of an address; `undefined` for one without an account. */
export const addressStatsRequest = (address: Address, version?: () => string | undefined) =>
  request(`stats of ${address}`, (api, options) => loadAddressStats(api, address, options), version);

async function loadAddressStats(
  client: ExplorerClient,
  address: Address,
  { signal }: { signal: AbortSignal },
): Promise<AddressStats | undefined> {
  const seenIn = async (order: 'oldest' | 'newest'): Promise<Sighting | undefined> => {
    const { items } = await client.listAddressTransactions({ address, order, limit: 1 }, { signal });
    return items[0] && { height: items[0].block_height, time: items[0].block_timestamp };
  };
  const [{ balance, exists }, chain, firstSeen, lastSeen] = await Promise.all([
    client.getAddress({ address }, { signal }),
    client.getStats({}, { signal }),
    seenIn('oldest'),
    seenIn('newest'),
  ]);
  if (!exists) return undefined;
  const ranked = await findRank(client, { address, balance: parsePebbles(balance) }, signal);
  return { ranked, supply: supplyOf(chain.stats), firstSeen, lastSeen };
}

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
