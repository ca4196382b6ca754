import { explorerAdditions } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';

/** Lists the stale blocks, which affect the answer of no other route; a replica knows none. */
export const listStaleBlocks = jsonRoute(
  explorerAdditions.listStaleBlocks,
  'branches',
  async ({ network, chain }, { limit }) => ({
    network: network.name,
    items: (chain.staleBlocks?.(limit) ?? []).map(({ id, header, transactionCount }) => ({
      id,
      height: header.height,
      prev_block_hash: header.previousBlockId,
      timestamp: header.timestamp,
      miner: header.miner,
      transaction_count: transactionCount,
      canonical_id: chain.blockSummary(header.height)?.id ?? null,
    })),
  }),
);
