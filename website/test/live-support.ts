import type { BlockList, BlockSummary, ExplorerStatus } from '@cairn/api/explorer';

const idOf = (height: number, branch: string) => `${branch}${height.toString(16)}`.padStart(64, '0');

/**
 * A block of a made-up chain in which only heights, links and times are meaningful.
 * @param options.branch a letter (a–f) for each branch
 * @param options.shared height up to which the branch has the blocks of branch `a`
 */
export function blockAt(
  height: number,
  { timestamp = 1_767_225_600 + height * 60, branch = 'a', shared = -1 } = {},
): BlockSummary {
  const branchOf = (at: number) => (at <= shared ? 'a' : branch);
  return {
    height,
    id: idOf(height, branchOf(height)),
    prev_block_hash: height === 0 ? '0'.repeat(64) : idOf(height - 1, branchOf(height - 1)),
    miner: 'dQJ2gPGbwWfHRDPXXDhrPgZ8YUSLwCo123',
    nonce: height,
    version: 1,
    timestamp,
    bits: '207fffff',
    transaction_count: 1,
    size_bytes: 331,
    total_fees: '0',
    reward: '5000000000',
    confirmations: 1,
  };
}

/** The newest `count` blocks of branch `a`, newest first. @param height of the newest one; -1 for an empty chain */
export function blocksFrom(height: number, count: number): BlockList {
  const items = Array.from({ length: Math.min(count, height + 1) }, (_, index) => blockAt(height - index));
  return {
    network: 'devnet',
    items,
    pagination: {
      limit: count,
      offset: 0,
      count: items.length,
      total: height + 1,
      before_height: null,
      next_before_height: items.at(-1)?.height ?? 0,
    },
  };
}

/** A status with a ready index at the tip. */
export function statusAt(height: number): ExplorerStatus {
  return {
    network: 'devnet',
    chain_id: 3,
    api_version: 1,
    initialized: height >= 0,
    height,
    ...(height < 0 ? {} : { tip_id: blockAt(height).id }),
    ready: true,
    syncing: false,
    index: {
      enabled: true,
      ready: true,
      state: 'ready',
      indexed_height: height,
      target_height: height,
      progress: 100,
    },
    capabilities: {
      block_list: true,
      block_lookup: true,
      block_transactions: true,
      transaction_lookup: true,
      address_state: true,
      transaction_feed: true,
      address_ranking: true,
      address_history: true,
      aggregate_stats: true,
    },
  };
}
