import type { ExplorerStats } from '@cairn/api/explorer';
import type { Network } from '@cairn/protocol';
import { formatSum, type ChainTotals } from '../projection/index.ts';

/** Stored → wire: the statistics (section 2.6). */
export function serializeChainTotals(totals: ChainTotals, network: Network): ExplorerStats {
  return {
    network: network.name,
    chain_id: network.chainId,
    indexed_height: totals.height,
    indexed_block_id: totals.blockId,
    blocks: totals.height + 1,
    transactions: totals.transactions,
    addresses: totals.addresses,
    total_fees: formatSum(totals.fees),
    total_transferred: formatSum(totals.transferred),
    total_rewards: formatSum(totals.rewards),
  };
}
