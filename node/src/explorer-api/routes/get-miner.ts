import { explorerAdditions } from '@cairn/api/explorer';
import { formatSum } from '../../projection/index.ts';
import { jsonRoute } from '../explorer-route.ts';

/** Answers with zeros for an address that has mined nothing, as `getAddress` does for one without a history. */
export const getMiner = jsonRoute(
  explorerAdditions.getMiner,
  'index',
  async ({ network, reader }, { address }) => {
    const { height, blocks, rewards, fees, first, last } = await reader.miner(address);
    return {
      network: network.name,
      address,
      indexed_height: height,
      blocks,
      rewards: formatSum(rewards),
      fees: formatSum(fees),
      first_height: first,
      last_height: last,
    };
  },
);
