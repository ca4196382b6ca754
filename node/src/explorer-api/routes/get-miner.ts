import { explorerAdditions } from '@cairn/api/explorer';
import { formatSum } from '../../projection/index.ts';
import { jsonRoute } from '../explorer-route.ts';

/** An address that has mined nothing is answered with zeros, as one without a history is. */
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
