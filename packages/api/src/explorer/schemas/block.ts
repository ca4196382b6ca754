import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { amount, blockId, count, fourBytes, hash, sender, uint32 } from '../../schema/primitives.ts';
import { network, pagination } from './common.ts';
import { explorerTransactionSchema } from './transaction.ts';

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
export const blockSummarySchema = component(
  'BlockSummary',
  'A canonical block without its transactions.',
  z.object(blockFields),
);
export type BlockSummary = z.output<typeof blockSummarySchema>;

/** Data of a `tip` event: the current tip, and the network. */
export const tipEventSchema = component(
  'TipEvent',
  'The current tip.',
  z.object({ network: z.optional(network), ...blockFields }),
);
export type TipEvent = z.output<typeof tipEventSchema>;

/** Data of a `reorganized` event. */
export const reorganizedEventSchema = component(
  'ReorganizedEvent',
  'The chain switched to a branch with more work.',
  z.object({
    network: z.optional(network),
    old_tip: blockId,
    new_tip: blockId,
    common_height: uint32,
    disconnected_count: count,
    connected_count: count,
    disconnected: field(z.array(blockId), 'Newest first, at most 100.'),
    connected: field(z.array(blockId), 'Newest first, at most 100.'),
  }),
);
export type ReorganizedEvent = z.output<typeof reorganizedEventSchema>;

const staleBlockSchema = component(
  'StaleBlock',
  'A valid block that is not canonical.',
  z.object({
    id: blockFields.id,
    height: uint32,
    prev_block_hash: blockFields.prev_block_hash,
    timestamp: blockFields.timestamp,
    miner: blockFields.miner,
    transaction_count: blockFields.transaction_count,
    canonical_id: z.nullable(blockId),
  }),
);
export type StaleBlock = z.output<typeof staleBlockSchema>;

export const staleBlockListSchema = component(
  'StaleBlockList',
  'Stale blocks, highest first.',
  z.object({ network, items: z.array(staleBlockSchema) }),
);
export type StaleBlockList = z.output<typeof staleBlockListSchema>;

export const blockPagination = component(
  'BlockPagination',
  'Position of this page in the list.',
  z.object({
    limit: field(count, 'Requested page size.'),
    offset: field(count, 'Blocks skipped before this page.'),
    count: field(count, 'Blocks on this page.'),
    total: field(count, 'Blocks in the whole list; height + 1 for the list of all blocks.'),
    before_height: field(z.nullable(uint32), 'The requested anchor, exclusive.'),
    next_before_height: field(
      uint32,
      'Pass it as `before_height` for the next page, which then does not shift as the tip moves.',
    ),
  }),
);

/** Interface document, section 4.1, block list: newest first. */
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
  'The block of the listed transactions.',
  z.object({ height: field(uint32, 'Canonical height.'), id: field(blockId, 'Block ID.') }),
);

export const blockTransactionsSchema = component(
  'BlockTransactions',
  'Transactions of one block in block order.',
  z.object({ network, block: blockReference, items: z.array(explorerTransactionSchema), pagination }),
);
export type BlockTransactions = z.output<typeof blockTransactionsSchema>;
