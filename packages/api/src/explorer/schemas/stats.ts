import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { amount, blockId, count, heightOrNone } from '../../schema/primitives.ts';
import { chainId, network } from './common.ts';

/** Interface document, section 2.6. */
export const statsSchema = component(
  'Stats',
  'Counts and sums of the indexed part of the chain, which may lag behind the tip.',
  z.object({
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
  }),
);
export type ExplorerStats = z.output<typeof statsSchema>;

export const statsResponseSchema = component(
  'StatsResponse',
  'Statistics of the indexed chain.',
  z.object({ network, stats: statsSchema }),
);
export type StatsResponse = z.output<typeof statsResponseSchema>;
