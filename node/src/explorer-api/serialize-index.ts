import type { ExplorerIndexStatus, ExplorerStatus } from '@cairn/api/explorer';
import type { IndexStatus } from './context.ts';

/** Stored → wire: `enabled` and `ready` follow from the state (section 3.1). */
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

/** The core routes answer while the process does; the indexed ones while the index is ready (section 2.7). */
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
