/** Answers of the Explorer API. */
import * as z from 'zod/mini';
import {
  address,
  amount,
  apiVersion,
  blockId,
  chainId,
  count,
  field,
  fourBytes,
  hash,
  heightOrNone,
  network,
  nodeVersion,
  object,
  sender,
  transactionFields,
  transactionId,
  uint32,
  unlockSignature,
} from '../schema.ts';
import { EXPLORER_LIMITS, SERIES_FIGURES } from './limits.ts';

export const pagination = object('Pagination', 'Position of this page in the list.', {
  limit: field(count, 'Requested page size.'),
  offset: field(count, 'Items skipped before this page.'),
  count: field(count, 'Items on this page.'),
  total: field(count, 'Items in the whole list.'),
});
export type Pagination = z.output<typeof pagination>;

/** Position in a list that may be filtered. */
const filteredPagination = object('FilteredPagination', 'Position of this page in the list.', {
  ...pagination.shape,
  total: field(count, 'Items in the whole list; a filtered list is counted up to 10,000.'),
  total_is_minimum: field(
    z.optional(z.boolean()),
    'True if the filtered list has more than 10,000 items, of which later pages have none.',
  ),
});

/** States of the projection behind the indexed tier (interface document, section 3.1). */
export const INDEX_STATES = ['disabled', 'building', 'ready', 'error'] as const;
export type IndexState = (typeof INDEX_STATES)[number];

const indexState = field(
  z.enum(INDEX_STATES),
  'disabled: not configured. building: backfill or catch-up. ready: caught up. error: the latest operation failed.',
);

/** Interface document, section 2.7. */
export const explorerHealthSchema = object('Health', 'The process is running.', {
  ok: field(z.boolean(), 'Always true.'),
  network,
  chain_id: chainId,
  api_version: apiVersion,
});

/** State of the projection, in the status and the `index` event (interface document, section 2.7). */
export const indexStatusSchema = object(
  'IndexStatus',
  'State and progress of the projection behind the indexed tier.',
  {
    enabled: field(z.boolean(), 'Whether an index is configured.'),
    ready: field(z.boolean(), 'Whether the indexed routes answer.'),
    state: indexState,
    indexed_height: field(heightOrNone, 'Height of the newest indexed block; -1 before the first.'),
    target_height: field(heightOrNone, 'Height up to which the index is being built; -1 without one.'),
    progress: field(z.number().check(z.gte(0), z.lte(100)), 'Percent.'),
  },
);
export type ExplorerIndexStatus = z.output<typeof indexStatusSchema>;

const capabilities = object(
  'Capabilities',
  'The routes that are available: the first five are core, the last four need a ready index.',
  {
    block_list: z.boolean(),
    block_lookup: z.boolean(),
    block_transactions: z.boolean(),
    transaction_lookup: z.boolean(),
    address_state: z.boolean(),
    transaction_feed: z.boolean(),
    address_ranking: z.boolean(),
    address_history: z.boolean(),
    aggregate_stats: z.boolean(),
  },
);

/**
 * An addition to the contract: shows that a devnet is controlled by hand, so that its rewinds are not mistaken for faults.
 */
const devnetDepartures = object(
  'DevnetDepartures',
  'Changes made to this devnet through its control socket.',
  {
    clock_offset_seconds: field(
      z.int(),
      'Seconds that the node’s clock is ahead of its machine’s; negative if it is behind.',
    ),
    rewinds: field(count, 'Number of rewinds since the node started.'),
    fork_height: field(
      z.optional(uint32),
      'Of a fork: height of the newest block of the public chain. Those above it prove no work.',
    ),
  },
);

/** Interface document, section 2.7. */
export const explorerStatusSchema = object(
  'Status',
  'Tip of the chain, state of the node and of the index.',
  {
    network,
    chain_id: chainId,
    api_version: apiVersion,
    initialized: field(z.boolean(), 'Whether a canonical chain is stored.'),
    height: field(heightOrNone, 'Height of the tip; -1 while uninitialized.'),
    tip_id: z.optional(field(blockId, 'Block ID of the tip; absent while uninitialized.')),
    ready: field(z.boolean(), 'Whether the node has caught up with its peers. Independent of the index.'),
    syncing: field(z.boolean(), 'Whether the node is fetching blocks.'),
    index: indexStatusSchema,
    capabilities,
    node_version: nodeVersion,
    devnet: z.optional(field(devnetDepartures, 'Absent if there are none.')),
  },
);
export type ExplorerStatus = z.output<typeof explorerStatusSchema>;

/** Interface document, section 2.7. */
export const featuresSchema = object('Features', 'Availability of the two tiers.', {
  api_version: apiVersion,
  features: z.object({
    core: z.object({ enabled: z.boolean(), ready: z.boolean() }),
    explorer_index: z.object({ enabled: z.boolean(), ready: z.boolean(), state: indexState }),
  }),
});

/** Addition: what is shown together with proofs says of which tip it is. */
const tipId = field(z.optional(blockId), 'Block ID of the tip that the answer is of. Always present here.');

const confirmedFields = {
  ...transactionFields,
  unlock_sig: field(z.nullable(unlockSignature), 'Public signature and key, 128 bytes in hex. Not a secret.'),
  block_height: field(uint32, 'Height of the containing block.'),
  block_id: field(blockId, 'ID of the containing block.'),
  block_timestamp: field(uint32, 'Unix seconds of the containing block.'),
  transaction_index: field(count, 'Zero-based position in the block; 0 is the coinbase.'),
  confirmations: field(count, 'Depth of the containing block in this node’s chain. Not finality.'),
  is_coinbase: field(z.optional(z.boolean()), 'Whether this is the block’s coinbase.'),
  direction: field(
    z.optional(z.enum(['in', 'out', 'self'])),
    'In an address history: direction from the view of that address. Not a consensus field.',
  ),
};

/** Interface document, section 2.3. */
export const explorerTransactionSchema = object(
  'Transaction',
  'A confirmed transaction and its position in the chain.',
  confirmedFields,
);
export type ExplorerTransaction = z.output<typeof explorerTransactionSchema>;

/** The answer to a transaction look-up: the transaction, its network and the tip of the answer. */
export const transactionDetailSchema = object(
  'TransactionDetail',
  'A confirmed transaction and its network.',
  { network: z.optional(network), tip_id: tipId, ...confirmedFields },
);
export type TransactionDetail = z.output<typeof transactionDetailSchema>;

/** Envelope of the global feed (API-DECISIONS): newest first. */
export const transactionListSchema = object('TransactionList', 'Confirmed transactions, newest first.', {
  network,
  items: z.array(explorerTransactionSchema),
  pagination: filteredPagination,
});
export type TransactionList = z.output<typeof transactionListSchema>;

/** Addition of API-DECISIONS: an RFC 6962 audit path, nearest sibling first. */
export const transactionProofSchema = object(
  'TransactionProof',
  'Proof that a block contains a transaction: hash its ID up the path and compare with the Merkle root.',
  {
    network,
    id: field(transactionId, 'Transaction ID.'),
    block_height: field(uint32, 'Height of the containing block.'),
    block_id: field(blockId, 'ID of the containing block.'),
    transaction_index: field(count, 'Zero-based position in the block.'),
    merkle_root: field(hash, 'Merkle root in that block’s header.'),
    path: field(z.array(hash), 'RFC 6962 audit path, nearest sibling first.'),
  },
);
export type TransactionProof = z.output<typeof transactionProofSchema>;

const blockFields = {
  height: field(uint32, 'Canonical height.'),
  prev_block_hash: field(blockId, 'ID of the block below; zeros for the genesis block.'),
  miner: field(sender, 'Address that gets the reward.'),
  id: field(blockId, 'Block ID: SHA-256d of the 118 header bytes.'),
  nonce: field(uint32, 'Proof-of-work nonce.'),
  version: field(uint32, 'Block format version.'),
  timestamp: field(uint32, 'Unix seconds.'),
  bits: field(fourBytes, 'Compact target of the proof of work.'),
  merkle_root: z.optional(
    field(hash, 'Root of the Merkle tree of the transaction IDs. Always present here.'),
  ),
  transaction_count: field(count, 'Transactions in the block, including the coinbase.'),
  size_bytes: field(count, '118 + 213 × transaction_count.'),
  total_fees: field(amount, 'Sum of the fees of all transactions except the coinbase, in pebbles.'),
  reward: field(amount, 'Value of the coinbase, in pebbles.'),
  confirmations: field(count, 'Depth in this node’s chain, including the block itself. Not finality.'),
};

/** Interface document, section 2.2, with the addition `merkle_root`. */
export const blockSummarySchema = object(
  'BlockSummary',
  'A canonical block without its transactions.',
  blockFields,
);
export type BlockSummary = z.output<typeof blockSummarySchema>;

/** Data of a `tip` event: the current tip, and the network. */
export const tipEventSchema = object('TipEvent', 'The current tip.', {
  network: z.optional(network),
  ...blockFields,
});
export type TipEvent = z.output<typeof tipEventSchema>;

/** Data of a `reorganized` event. */
export const reorganizedEventSchema = object(
  'ReorganizedEvent',
  'The chain switched to a branch with more work.',
  {
    network: z.optional(network),
    old_tip: blockId,
    new_tip: blockId,
    common_height: uint32,
    disconnected_count: count,
    connected_count: count,
    disconnected: field(z.array(blockId), 'Newest first, at most 100.'),
    connected: field(z.array(blockId), 'Newest first, at most 100.'),
  },
);
export type ReorganizedEvent = z.output<typeof reorganizedEventSchema>;

const staleBlockSchema = object('StaleBlock', 'A valid block that is not canonical.', {
  id: blockFields.id,
  height: uint32,
  prev_block_hash: blockFields.prev_block_hash,
  timestamp: blockFields.timestamp,
  miner: blockFields.miner,
  transaction_count: blockFields.transaction_count,
  canonical_id: z.nullable(blockId),
});
export type StaleBlock = z.output<typeof staleBlockSchema>;

export const staleBlockListSchema = object('StaleBlockList', 'Stale blocks, highest first.', {
  network,
  items: z.array(staleBlockSchema),
});
export type StaleBlockList = z.output<typeof staleBlockListSchema>;

export const blockPagination = object('BlockPagination', 'Position of this page in the list.', {
  limit: field(count, 'Requested page size.'),
  offset: field(count, 'Blocks skipped before this page.'),
  count: field(count, 'Blocks on this page.'),
  total: field(count, 'Blocks in the whole list; height + 1 for the list of all blocks.'),
  before_height: field(z.nullable(uint32), 'The requested anchor, exclusive.'),
  next_before_height: field(
    uint32,
    'Pass it as `before_height` for the next page, which then does not shift as the tip moves.',
  ),
});

/** Interface document, section 4.1, block list: newest first. */
export const blockListSchema = object('BlockList', 'Blocks, newest first.', {
  network,
  items: z.array(blockSummarySchema),
  pagination: blockPagination,
});
export type BlockList = z.output<typeof blockListSchema>;

export const blockDetailSchema = object('BlockDetail', 'One block.', { network, block: blockSummarySchema });
export type BlockDetail = z.output<typeof blockDetailSchema>;

const blockReference = object('BlockReference', 'The block of the listed transactions.', {
  height: field(uint32, 'Canonical height.'),
  id: field(blockId, 'Block ID.'),
});

export const blockTransactionsSchema = object(
  'BlockTransactions',
  'Transactions of one block in block order.',
  { network, block: blockReference, items: z.array(explorerTransactionSchema), pagination },
);
export type BlockTransactions = z.output<typeof blockTransactionsSchema>;

/** Interface document, section 2.4. */
export const addressStateSchema = object(
  'AddressState',
  'Confirmed state of an address; if it has no account, `exists` is false and the rest zero.',
  {
    network,
    tip_id: tipId,
    address: field(address, 'The requested address.'),
    exists: field(z.boolean(), 'Whether the address has a confirmed transaction.'),
    balance: field(amount, 'Confirmed balance in pebbles.'),
    nonce: field(uint32, 'Nonce of the last confirmed outgoing transaction; 0 before the first.'),
  },
);
export type AddressState = z.output<typeof addressStateSchema>;

/** Interface document, section 2.5. */
export const addressSummarySchema = object(
  'AddressSummary',
  'An address in the ranking by balance, from the projection.',
  {
    address: field(address, 'The address.'),
    balance: field(amount, 'Balance in pebbles.'),
    nonce: field(uint32, 'Nonce of its last outgoing transaction.'),
    total_received: field(amount, 'Sum of the values received, including coinbases, in pebbles.'),
    total_sent: field(amount, 'Sum of the values sent, without fees, in pebbles.'),
    total_fees: field(amount, 'Sum of the fees paid, in pebbles.'),
    transaction_count: field(count, 'Transactions from or to the address; one to itself counts once.'),
    first_seen_height: field(uint32, 'Height of the first block with such a transaction.'),
    last_seen_height: field(uint32, 'Height of the newest block with such a transaction.'),
    first_seen_time: field(z.optional(uint32), 'Addition: Unix seconds of the first of these blocks.'),
    last_seen_time: field(z.optional(uint32), 'Addition: Unix seconds of the newest of these blocks.'),
  },
);
export type AddressSummary = z.output<typeof addressSummarySchema>;

/** Envelope of the ranking (API-DECISIONS): balance descending, then address ascending. */
export const addressListSchema = object('AddressList', 'Addresses, richest first.', {
  network,
  items: z.array(addressSummarySchema),
  pagination,
});
export type AddressList = z.output<typeof addressListSchema>;

/** Addition: an address's row of the ranking, with its position. */
export const addressRankSchema = object('AddressRank', 'Position of an address in the ranking by balance.', {
  network,
  tip_id: tipId,
  rank: field(count, 'Counted from 1 for the highest balance.'),
  total: field(count, 'Addresses in the ranking.'),
  ...addressSummarySchema.shape,
});
export type AddressRank = z.output<typeof addressRankSchema>;

export const addressHistorySchema = object(
  'AddressHistory',
  'Confirmed transactions from or to an address.',
  {
    network,
    tip_id: tipId,
    address: field(address, 'The requested address.'),
    items: z.array(explorerTransactionSchema),
    pagination: filteredPagination,
  },
);
export type AddressHistory = z.output<typeof addressHistorySchema>;

/** Addition: what an address received, paid and mined in a time range. */
export const addressTotalsSchema = object(
  'AddressTotals',
  'Sums of the history of an address in a time range.',
  {
    network,
    address,
    from_time: field(z.nullable(uint32), 'As in the request; null if absent.'),
    to_time: field(z.nullable(uint32), 'As in the request; null if absent.'),
    count: field(count, 'All its transactions in the range.'),
    received: field(amount, 'From others, without coinbases.'),
    sent: field(amount, 'To others, without fees.'),
    fees: field(amount, 'Of what it sent to others and to itself.'),
    mined: field(amount, 'Its coinbases, which include the fees of their blocks.'),
    to_self: field(amount, 'Sent to itself.'),
    largest_in: field(
      z.nullable(explorerTransactionSchema),
      'The largest payment in `received`; among equals the newest.',
    ),
    largest_out: field(
      z.nullable(explorerTransactionSchema),
      'The largest payment in `sent`; among equals the newest.',
    ),
    is_minimum: field(
      z.optional(z.literal(true)),
      `Present if the range has more than ${EXPLORER_LIMITS.filteredItems} transactions: all values are of the newest ${EXPLORER_LIMITS.filteredItems}.`,
    ),
  },
);
export type AddressTotals = z.output<typeof addressTotalsSchema>;

/** Interface document, section 2.6. */
export const statsSchema = object(
  'Stats',
  'Counts and sums of the indexed part of the chain, which may lag behind the tip.',
  {
    network,
    chain_id: chainId,
    indexed_height: field(heightOrNone, 'Height of the newest indexed block.'),
    indexed_block_id: field(blockId, 'ID of that block.'),
    blocks: field(count, 'Indexed blocks.'),
    transactions: field(count, 'Indexed transactions, including coinbases.'),
    addresses: field(count, 'Addresses with a transaction.'),
    total_fees: field(amount, 'Sum of all non-coinbase fees, in pebbles.'),
    total_transferred: field(amount, 'Sum of all non-coinbase values, in pebbles.'),
    total_rewards: field(amount, 'Sum of all coinbase values, including genesis, in pebbles.'),
  },
);
export type ExplorerStats = z.output<typeof statsSchema>;

export const statsResponseSchema = object('StatsResponse', 'Statistics of the indexed chain.', {
  network,
  stats: statsSchema,
});
export type StatsResponse = z.output<typeof statsResponseSchema>;

/** A part of a time series over the blocks above genesis. */
export const seriesSchema = object('Series', 'Totals of the blocks of each hour, day or week.', {
  network,
  figure: z.enum(SERIES_FIGURES),
  step_seconds: field(count, 'Length of a bucket: 3,600, 86,400 or 604,800.'),
  from: field(uint32, 'Unix time at which the first bucket starts; 0 without buckets.'),
  indexed_height: field(count, 'Height of the newest indexed block.'),
  values: field(
    z.array(z.nullable(z.union([amount, z.number()]))),
    'A value for each bucket, oldest first: a decimal string for pebbles, otherwise a number; null if a mean has no block.',
  ),
});
export type Series = z.output<typeof seriesSchema>;

const mined = {
  address,
  blocks: count,
  rewards: field(amount, 'Sum of its coinbases, in pebbles.'),
  fees: field(amount, 'Fees included in the rewards.'),
};

const minerShareSchema = object('MinerShare', 'A miner in a range of blocks.', {
  ...mined,
  share: field(z.number(), '0–1.'),
  last_height: uint32,
});
export type MinerShare = z.output<typeof minerShareSchema>;

/** Miners of the newest blocks (API-DECISIONS). The genesis block was not mined and never counts. */
export const minerListSchema = object('MinerList', 'Miners of the newest blocks.', {
  network,
  indexed_height: count,
  blocks: field(count, 'Blocks in the range.'),
  miners: count,
  items: z.array(minerShareSchema),
  others: field(z.object({ miners: count, blocks: count }), 'All miners that are not listed.'),
});
export type MinerList = z.output<typeof minerListSchema>;

/** Totals of the blocks mined by an address, without the genesis block. */
export const minerSchema = object('Miner', 'Totals of a miner.', {
  network,
  indexed_height: count,
  ...mined,
  first_height: z.nullable(uint32),
  last_height: z.nullable(uint32),
});
export type Miner = z.output<typeof minerSchema>;

/** Paginated like the list of all blocks; `total` counts the miner's blocks. */
export const minerBlocksSchema = object('MinerBlocks', 'Blocks of a miner.', {
  network,
  address,
  items: z.array(blockSummarySchema),
  pagination: blockPagination,
});
export type MinerBlocks = z.output<typeof minerBlocksSchema>;

/** Matches of a search prefix, ordered by identifier. */
export const matchesSchema = object(
  'Matches',
  'Blocks, transactions and addresses that start with the prefix, at most five of each.',
  {
    network,
    blocks: z.array(
      z.object({ id: field(blockId, 'Block ID.'), height: field(uint32, 'Height of the block.') }),
    ),
    transactions: z.array(
      z.object({
        id: field(transactionId, 'Transaction ID.'),
        block_height: field(uint32, 'Height of the containing block.'),
      }),
    ),
    addresses: z.array(field(address, 'An address with a confirmed transaction.')),
  },
);
export type Matches = z.output<typeof matchesSchema>;

/** Data of each named event of `/api/v1/events`. */
export const explorerEventSchemas = {
  tip: tipEventSchema,
  reorganized: reorganizedEventSchema,
  index: indexStatusSchema,
};
