import type { AddressState, ExplorerClient } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { explorer } from '../app.ts';
import { supplyOf } from '../figures/chain-figures.ts';
import { findRank, type Ranked } from './rank.ts';
import type { LoadResult } from '../runtime/page-context.ts';
import { useChange } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../live/chain-feed.ts';

/** Figures of an address that need the index. */
export interface AddressStats {
  /** Rank and sums; `undefined` if the address was not found in the ranking. */
  readonly ranked: Ranked | undefined;
  /** Coins in existence, in pebbles. */
  readonly supply: bigint;
  /** Unix seconds of the first and the latest block with a transaction of the address; `undefined` without `ranked`. */
  readonly firstSeen: number | undefined;
  readonly lastSeen: number | undefined;
}

/**
 * Loads the stats of an address that has an account, once the index is ready and again when `version` changes.
 * @param initial the server's answer; with it, nothing is requested until `version` changes
 * @returns `undefined` until they load; `absent` without an account or index, or if a request failed
 */
export function useAddressStats(
  state: AddressState | undefined,
  version: string | undefined,
  { status }: ChainView,
  initial?: LoadResult<AddressStats | undefined>,
): AddressStats | 'absent' | undefined {
  const isReady = state?.exists === true && status?.index.ready === true;
  const stats = useResource(
    isReady ? (signal) => loadAddressStats(explorer, state, { signal }) : undefined,
    state?.address ?? '',
    initial,
  );
  useChange(version, stats.retry);
  if (state?.exists === false || (status !== undefined && !status.index.ready)) return 'absent';
  return stats.failure === undefined ? stats.data : 'absent';
}

/**
 * Requests the stats of an address.
 * @returns `undefined` for an address without an account
 * @throws the client's error
 */
export async function loadAddressStats(
  client: Pick<ExplorerClient, 'listAddresses' | 'getStats' | 'getBlock'>,
  { address, balance, exists }: AddressState,
  { signal }: { signal: AbortSignal },
): Promise<AddressStats | undefined> {
  if (!exists) return undefined;
  const [ranked, chain] = await Promise.all([
    findRank(client, { address, balance: parsePebbles(balance) }, signal),
    client.getStats({}, { signal }),
  ]);
  const timeOf = async (height: number | undefined) => {
    if (height === undefined) return undefined;
    return (await client.getBlock({ height_or_hash: String(height) }, { signal })).block.timestamp;
  };
  const [firstSeen, lastSeen] = await Promise.all([
    timeOf(ranked?.summary.first_seen_height),
    timeOf(ranked?.summary.last_seen_height),
  ]);
  return { ranked, supply: supplyOf(chain.stats), firstSeen, lastSeen };
}
