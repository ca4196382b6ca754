import type { AddressRank } from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';
import { supplyOf } from '../../site/figures.ts';
import { unlessAbsent } from '../../site/failure.ts';
import { request, useRequest } from '../../site/request.ts';
import type { ChainView } from '../../site/chain-feed.ts';

/** Figures of an address that need the index: the server's word. */
export interface AddressStats {
  /** Rank and sums; `undefined` if the index has no transaction of the address. */
  readonly ranked: AddressRank | undefined;
  /** Coins in existence, in pebbles. */
  readonly supply: bigint;
}

/**
 * Loads the stats of an address that has an account, once the index is ready and again when `version` changes.
 * @returns `undefined` until they load; `absent` without an account or index, or if a request failed
 */
export function useAddressStats(
  address: Address,
  exists: boolean | undefined,
  version: string,
  { status }: ChainView,
): AddressStats | 'absent' | undefined {
  const isReady = exists === true && status?.index.ready === true;
  const stats = useRequest(isReady ? addressStatsRequest(address, () => version) : undefined);
  if (exists === false || (status !== undefined && !status.index.ready)) return 'absent';
  return stats.failure !== undefined && stats.data === undefined ? 'absent' : stats.data;
}

export const addressStatsRequest = (address: Address, version?: () => string) =>
  request(
    `stats of ${address}`,
    async (api, options): Promise<AddressStats> => {
      const [ranked, { stats }] = await Promise.all([
        unlessAbsent(api.getAddressRank({ address }, options), 'address_not_found'),
        api.getStats({}, options),
      ]);
      return { ranked, supply: supplyOf(stats) };
    },
    version,
  );
