import type { AddressState } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { explorer } from '../app.ts';
import { supplyOf } from '../figures/coins.ts';
import { findRank, type Ranked } from '../figures/rank.ts';
import { useChange } from '../hooks/use-change.ts';
import { useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';

/** How an address stands among all: what only the index knows. */
export interface Standing {
  readonly ranked: Ranked | undefined;
  /** All coins, in pebbles. */
  readonly supply: bigint;
  /** Unix seconds of the first and the newest block that name it. */
  readonly firstSeen: number | undefined;
  readonly lastSeen: number | undefined;
}

/**
 * Looks the address up in the ranking, once the index is ready and it has an account; again when its state changes.
 * @returns `undefined` while it is not known; `absent` where there is nothing to know
 */
export function useStanding(
  state: AddressState | undefined,
  { status }: ChainView,
): Standing | 'absent' | undefined {
  const possible = state?.exists === true && status?.index.ready === true;
  const standing = useResource(
    possible ? (signal) => loadStanding(state, signal) : undefined,
    state?.address ?? '',
  );
  useChange(state && `${state.balance} ${state.nonce} ${status?.index.indexed_height}`, standing.retry);
  if (state?.exists === false || (status !== undefined && !status.index.ready)) return 'absent';
  return standing.failure === undefined ? standing.data : 'absent';
}

async function loadStanding({ address, balance }: AddressState, signal: AbortSignal): Promise<Standing> {
  const [ranked, stats] = await Promise.all([
    findRank(explorer, { address, balance: parsePebbles(balance) }, signal),
    explorer.getStats({}, { signal }),
  ]);
  const timeOf = async (height: number | undefined) => {
    if (height === undefined) return undefined;
    return (await explorer.getBlock({ height_or_hash: String(height) }, { signal })).block.timestamp;
  };
  const [firstSeen, lastSeen] = await Promise.all([
    timeOf(ranked?.summary.first_seen_height),
    timeOf(ranked?.summary.last_seen_height),
  ]);
  return { ranked, supply: supplyOf(stats.stats), firstSeen, lastSeen };
}
