import { EXPLORER_LIMITS, explorerAdditions } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';

export const search = jsonRoute(
  explorerAdditions.search,
  'chain',
  async ({ network, reader }, { prefix }) => {
    const found = await reader.startingWith(prefix, EXPLORER_LIMITS.matches);
    return {
      network: network.name,
      blocks: found.blocks.map(({ id, height }) => ({ id, height })),
      transactions: found.transactions.map(({ id, height }) => ({ id, block_height: height })),
      addresses: [...found.addresses],
    };
  },
);
