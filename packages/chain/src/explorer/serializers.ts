import type { ExplorerIndexStatus, ExplorerStats, ExplorerStatus } from '@cairn/api/contract';
import type { BlockId, Network } from '@cairn/protocol';
import type { ChainTip, PageRequest } from '../chain/chain-types.ts';
import type { IndexStatus } from '../chain/node-state.ts';
import { formatSum, type Page, type StateRow } from '../projection/answers.ts';

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

/** Serializes the status of the index; `enabled` and `ready` follow from its state (interface document, section 3.1). */
export function serializeIndex(index: IndexStatus): ExplorerIndexStatus {
  return {
    enabled: index.state !== 'disabled',
    ready: index.state === 'ready',
    state: index.state,
    indexed_height: index.indexedHeight,
    target_height: index.targetHeight,
    progress: index.progress,
  };
}

/** Core routes are always available, indexed routes while the index is ready (interface document, section 2.7). */
export function serializeCapabilities(index: IndexStatus): ExplorerStatus['capabilities'] {
  const indexed = index.state === 'ready';
  return {
    block_list: true,
    block_lookup: true,
    block_transactions: true,
    transaction_lookup: true,
    address_state: true,
    transaction_feed: indexed,
    address_ranking: indexed,
    address_history: indexed,
    aggregate_stats: indexed,
  };
}

/** The tip that an answer is of; nothing without a chain. */
export function tipIdOf({ tip }: { readonly tip: ChainTip | undefined }): { tip_id?: BlockId } {
  return tip === undefined ? {} : { tip_id: tip.id };
}

/** -1 without a chain. */
export function heightOf(tip: ChainTip | undefined): number {
  return tip?.height ?? -1;
}
