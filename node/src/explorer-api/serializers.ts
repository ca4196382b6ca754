import type { ExplorerStats } from '@cairn/api/explorer';
import type { Network } from '@cairn/protocol';
import { formatSum, type Page, type PageRequest, type StateRow } from '../projection/index.ts';

/** Position of a page in its list. */
export function serializePagination({ limit, offset }: PageRequest, page: Page<unknown>) {
  const { items, total, totalIsMinimum } = page;
  return { limit, offset, count: items.length, total, ...(totalIsMinimum && { total_is_minimum: true }) };
}

/** Serializes the statistics (interface document, section 2.6). */
export function serializeTotals(totals: StateRow, network: Network): ExplorerStats {
  return {
    network: network.name,
    chain_id: network.chainId,
    indexed_height: totals.height,
    indexed_block_id: totals.block_id,
    blocks: totals.height + 1,
    transactions: totals.transactions,
    addresses: totals.addresses,
    total_fees: formatSum(totals.fees),
    total_transferred: formatSum(totals.transferred),
    total_rewards: formatSum(totals.rewards),
  };
}
