import type { AddressState, ExplorerClient } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { explorer } from '../app.ts';
import { supplyOf } from '../figures/coins.ts';
import { findRank, type Ranked } from '../figures/rank.ts';
import type { Loaded } from '../frame/frame.ts';
import { useChange } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';

/** Rank and sums of an address, from the index. */
export interface Standing {
  readonly ranked: Ranked | undefined;
  /** All coins, in pebbles. */
  readonly supply: bigint;
  /** Unix seconds of the first and the newest block that name it. */
  readonly firstSeen: number | undefined;
  readonly lastSeen: number | undefined;
}

/**
 * Looks the address up in the ranking, once the index is ready and it has an account; again when `version` changes.
 * @param initial what the server found, so that a page that is opened asks for none of it
 * @returns `undefined` while it is not known; `absent` where there is nothing to know
 */
export function useStanding(
  state: AddressState | undefined,
  version: string | undefined,
  { status }: ChainView,
  initial?: Loaded<Standing | undefined>,
): Standing | 'absent' | undefined {
  const possible = state?.exists === true && status?.index.ready === true;
  const standing = useResource(
    possible ? (signal) => loadStanding(explorer, state, { signal }) : undefined,
    state?.address ?? '',
    initial,
  );
  useChange(version, standing.retry);
  if (state?.exists === false || (status !== undefined && !status.index.ready)) return 'absent';
  return standing.failure === undefined ? standing.data : 'absent';
}

/**
 * Asks for everything that only the index knows of an address.
 * @returns `undefined` for one without an account
 * @throws what the client rejects with
 */
export async function loadStanding(
  client: Pick<ExplorerClient, 'listAddresses' | 'getStats' | 'getBlock'>,
  { address, balance, exists }: AddressState,
  { signal }: { signal: AbortSignal },
): Promise<Standing | undefined> {
  if (!exists) return undefined;
  const [ranked, stats] = await Promise.all([
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
  return { ranked, supply: supplyOf(stats.stats), firstSeen, lastSeen };
}
