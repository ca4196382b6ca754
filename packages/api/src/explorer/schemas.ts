import * as z from 'zod/mini';
import { component, field } from '../schema/documentation.ts';
import {
  address,
  amount,
  count,
  fourBytes,
  hash,
  heightOrNone,
  networkName,
  sender,
  uint32,
  unlockSignature,
} from '../schema/primitives.ts';

const network = field(networkName, 'Name of the network that the node serves.');
const chainId = field(uint32, 'Chain ID of that network.');
const apiVersion = field(uint32, 'Version of this interface: 1.');

/** States of the projection behind the indexed tier (section 3.1). */
export const INDEX_STATES = ['disabled', 'building', 'ready', 'error'] as const;
export type IndexState = (typeof INDEX_STATES)[number];

const indexState = field(
  z.enum(INDEX_STATES),
  'disabled: not requested. building: backfill or catch-up. ready: reached its target. error: the latest operation failed.',
);

/** Section 2.2, with the addition `merkle_root`. */
export const blockSummarySchema = component(
  'BlockSummary',
  'A canonical block without the bodies of its transactions.',
  z.object({
    height: field(uint32, 'Canonical height.'),
    prev_block_hash: field(hash, 'ID of the block below; zeros for the genesis block.'),
    miner: field(sender, 'Address that the reward goes to.'),
    id: field(hash, 'Block ID: SHA-256d of the 118 header bytes.'),
    nonce: field(uint32, 'Proof-of-work nonce.'),
    version: field(uint32, 'Block format version.'),
    timestamp: field(uint32, 'Unix seconds.'),
    bits: field(fourBytes, 'Compact target of the proof of work.'),
    merkle_root: z.optional(
      field(hash, 'Root of the Merkle tree over the transaction IDs. Always given here.'),
    ),
    transaction_count: field(count, 'Transactions in the block, the coinbase included.'),
    size_bytes: field(count, '118 + 213 × transaction_count.'),
    total_fees: field(amount, 'Sum of the fees of all transactions but the coinbase, in pebbles.'),
    reward: field(amount, 'Value of the coinbase, in pebbles.'),
    confirmations: field(count, 'Depth in this node’s chain, the block itself included. Not finality.'),
  }),
);
export type BlockSummary = z.output<typeof blockSummarySchema>;

const transactionFields = {
  id: field(hash, 'Transaction ID: SHA-256d of the 213 bytes.'),
  chain: field(uint32, 'Chain ID that the transaction is bound to.'),
  nonce: field(uint32, 'The sender’s nonce, or the block’s height for a coinbase.'),
  fee: field(amount, 'Fee in pebbles.'),
  value: field(amount, 'Transferred value in pebbles.'),
  from_address: field(sender, 'Sender, or 34 zeros for a coinbase.'),
  to_address: field(address, 'Recipient.'),
  unlock_sig: field(z.nullable(unlockSignature), 'Public signature and key, 128 bytes in hex. Not a secret.'),
  block_height: field(uint32, 'Height of the containing block.'),
  block_id: field(hash, 'ID of the containing block.'),
  block_timestamp: field(uint32, 'Unix seconds of the containing block.'),
  transaction_index: field(count, 'Zero-based position in the block; 0 is the coinbase.'),
  confirmations: field(count, 'Depth of the containing block in this node’s chain. Not finality.'),
  is_coinbase: field(z.optional(z.boolean()), 'Whether this is the block’s coinbase.'),
  direction: field(
    z.optional(z.enum(['in', 'out', 'self'])),
    'In an address history: how the transaction concerns that address. Not a consensus field.',
  ),
};

/** Section 2.3. */
export const explorerTransactionSchema = component(
  'Transaction',
  'A confirmed transaction and where it stands.',
  z.object(transactionFields),
);
export type ExplorerTransaction = z.output<typeof explorerTransactionSchema>;

/** The answer to a transaction look-up: the transaction itself, with `network` beside its fields. */
export const transactionDetailSchema = component(
  'TransactionDetail',
  'A confirmed transaction, with the network beside its fields.',
  z.object({ network: z.optional(network), ...transactionFields }),
);
export type TransactionDetail = z.output<typeof transactionDetailSchema>;

/** Section 2.4. */
export const addressStateSchema = component(
  'AddressState',
  'Confirmed state of an address. One without an account has `exists` false and zeros.',
  z.object({
    network,
    address: field(address, 'The address that was asked for.'),
    exists: field(z.boolean(), 'Whether a confirmed transaction names the address.'),
    balance: field(amount, 'Confirmed balance in pebbles.'),
    nonce: field(uint32, 'Nonce of the last confirmed outgoing transaction; 0 before the first.'),
  }),
);
export type AddressState = z.output<typeof addressStateSchema>;

/** Section 2.5. */
export const addressSummarySchema = component(
  'AddressSummary',
  'An address in the ranking by balance, as the projection sees it.',
  z.object({
    address: field(address, 'The address.'),
    balance: field(amount, 'Balance in pebbles.'),
    nonce: field(uint32, 'Nonce of its last outgoing transaction.'),
    total_received: field(amount, 'Sum of the values received, coinbases included, in pebbles.'),
    total_sent: field(amount, 'Sum of the values sent, fees apart, in pebbles.'),
    total_fees: field(amount, 'Sum of the fees paid, in pebbles.'),
    transaction_count: field(count, 'Transactions that name the address; one to itself counts once.'),
    first_seen_height: field(uint32, 'Height of the first block that names it.'),
    last_seen_height: field(uint32, 'Height of the newest block that names it.'),
  }),
);
export type AddressSummary = z.output<typeof addressSummarySchema>;

/** Section 2.6. */
export const statsSchema = component(
  'Stats',
  'Counts and sums over the indexed prefix of the chain, which may lag behind the tip.',
  z.object({
    network,
    chain_id: chainId,
    indexed_height: field(heightOrNone, 'Height of the newest indexed block.'),
    indexed_block_id: field(hash, 'ID of that block.'),
    blocks: field(count, 'Indexed blocks.'),
    transactions: field(count, 'Indexed transactions, coinbases included.'),
    addresses: field(count, 'Addresses that a transaction names.'),
    total_fees: field(amount, 'Sum of all non-coinbase fees, in pebbles.'),
    total_transferred: field(amount, 'Sum of all non-coinbase values, in pebbles.'),
    total_rewards: field(amount, 'Sum of all coinbase values, genesis included, in pebbles.'),
  }),
);
export type ExplorerStats = z.output<typeof statsSchema>;

/** Section 2.7. */
export const explorerHealthSchema = component(
  'Health',
  'The process serves.',
  z.object({
    ok: field(z.boolean(), 'Always true.'),
    network,
    chain_id: chainId,
    api_version: apiVersion,
  }),
);
export type ExplorerHealth = z.output<typeof explorerHealthSchema>;

/** State of the projection, as the status and the `index` event show it (section 2.7). */
export const indexStatusSchema = component(
  'IndexStatus',
  'State and progress of the projection behind the indexed tier.',
  z.object({
    enabled: field(z.boolean(), 'Whether an index was asked for.'),
    ready: field(z.boolean(), 'Whether the indexed routes answer.'),
    state: indexState,
    indexed_height: field(heightOrNone, 'Height of the newest indexed block; -1 before the first.'),
    target_height: field(heightOrNone, 'Height that it works towards; -1 where there is none.'),
    progress: field(z.number().check(z.gte(0), z.lte(100)), 'Percent.'),
  }),
);
export type ExplorerIndexStatus = z.output<typeof indexStatusSchema>;

const capabilities = component(
  'Capabilities',
  'Which routes answer now: the first five are core, the last four follow the index being ready.',
  z.object({
    block_list: z.boolean(),
    block_lookup: z.boolean(),
    block_transactions: z.boolean(),
    transaction_lookup: z.boolean(),
    address_state: z.boolean(),
    transaction_feed: z.boolean(),
    address_ranking: z.boolean(),
    address_history: z.boolean(),
    aggregate_stats: z.boolean(),
  }),
);

/** Section 2.7. */
export const explorerStatusSchema = component(
  'Status',
  'Tip of the chain, state of the node and of the index.',
  z.object({
    network,
    chain_id: chainId,
    api_version: apiVersion,
    initialized: field(z.boolean(), 'Whether a canonical chain is stored.'),
    height: field(heightOrNone, 'Height of the tip; -1 while uninitialized.'),
    tip_id: z.optional(field(hash, 'Block ID of the tip; absent while uninitialized.')),
    ready: field(z.boolean(), 'Whether the full node is in step with its peers. Independent of the index.'),
    syncing: field(z.boolean(), 'Whether the node is fetching blocks.'),
    index: indexStatusSchema,
    capabilities,
  }),
);
export type ExplorerStatus = z.output<typeof explorerStatusSchema>;

/** Section 2.7. */
export const featuresSchema = component(
  'Features',
  'Availability of the two tiers.',
  z.object({
    api_version: apiVersion,
    features: z.object({
      core: z.object({ enabled: z.boolean(), ready: z.boolean() }),
      explorer_index: z.object({ enabled: z.boolean(), ready: z.boolean(), state: indexState }),
    }),
  }),
);
export type ExplorerFeatures = z.output<typeof featuresSchema>;

const pagination = component(
  'Pagination',
  'Which part of a list this is.',
  z.object({
    limit: field(count, 'Page size that was asked for.'),
    offset: field(count, 'Items skipped before this page.'),
    count: field(count, 'Items on this page.'),
    total: field(count, 'Items in the whole list.'),
  }),
);
export type Pagination = z.output<typeof pagination>;

const blockPagination = component(
  'BlockPagination',
  'Which part of the block list this is.',
  z.object({
    limit: field(count, 'Page size that was asked for.'),
    offset: field(count, 'Blocks skipped before this page.'),
    count: field(count, 'Blocks on this page.'),
    total: field(count, 'Blocks in the chain: height + 1.'),
    before_height: field(z.nullable(uint32), 'The anchor that was asked for, exclusive.'),
    next_before_height: field(
      uint32,
      'Pass it as `before_height` for the next page; it never drifts as the tip moves.',
    ),
  }),
);
export type BlockPagination = z.output<typeof blockPagination>;

/** Section 4.1, block list rules: newest first. */
export const blockListSchema = component(
  'BlockList',
  'Blocks, newest first.',
  z.object({ network, items: z.array(blockSummarySchema), pagination: blockPagination }),
);
export type BlockList = z.output<typeof blockListSchema>;

export const blockDetailSchema = component(
  'BlockDetail',
  'One block.',
  z.object({ network, block: blockSummarySchema }),
);
export type BlockDetail = z.output<typeof blockDetailSchema>;

const blockReference = component(
  'BlockReference',
  'The block that a list belongs to.',
  z.object({ height: field(uint32, 'Canonical height.'), id: field(hash, 'Block ID.') }),
);
export type BlockReference = z.output<typeof blockReference>;

export const blockTransactionsSchema = component(
  'BlockTransactions',
  'Transactions of one block in block order.',
  z.object({ network, block: blockReference, items: z.array(explorerTransactionSchema), pagination }),
);
export type BlockTransactions = z.output<typeof blockTransactionsSchema>;

/** Envelope of the global feed (API-DECISIONS): newest first. */
export const transactionListSchema = component(
  'TransactionList',
  'Confirmed transactions, newest first.',
  z.object({ network, items: z.array(explorerTransactionSchema), pagination }),
);
export type TransactionList = z.output<typeof transactionListSchema>;

/** Envelope of the ranking (API-DECISIONS): balance descending, then address ascending. */
export const addressListSchema = component(
  'AddressList',
  'Addresses, richest first.',
  z.object({ network, items: z.array(addressSummarySchema), pagination }),
);
export type AddressList = z.output<typeof addressListSchema>;

export const addressHistorySchema = component(
  'AddressHistory',
  'Confirmed transactions that name one address, newest first.',
  z.object({
    network,
    address: field(address, 'The address that was asked for.'),
    items: z.array(explorerTransactionSchema),
    pagination,
  }),
);
export type AddressHistory = z.output<typeof addressHistorySchema>;

export const statsResponseSchema = component(
  'StatsResponse',
  'Statistics of the indexed chain.',
  z.object({ network, stats: statsSchema }),
);
export type StatsResponse = z.output<typeof statsResponseSchema>;

/** Addition of API-DECISIONS: an RFC 6962 audit path, nearest sibling first. */
export const transactionProofSchema = component(
  'TransactionProof',
  'Proof that a transaction stands in its block: hash its ID up the path and compare with the Merkle root.',
  z.object({
    network,
    id: field(hash, 'Transaction ID.'),
    block_height: field(uint32, 'Height of the containing block.'),
    block_id: field(hash, 'ID of the containing block.'),
    transaction_index: field(count, 'Zero-based position in the block.'),
    merkle_root: field(hash, 'Merkle root in that block’s header.'),
    path: field(z.array(hash), 'Audit path after RFC 6962, nearest sibling first.'),
  }),
);
export type TransactionProof = z.output<typeof transactionProofSchema>;
