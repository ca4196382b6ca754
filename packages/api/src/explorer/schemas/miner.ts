import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { address, amount, count, uint32 } from '../../schema/primitives.ts';
import { blockPagination, blockSummarySchema } from './block.ts';
import { network } from './common.ts';

const mined = {
  address,
  blocks: count,
  rewards: field(amount, 'Sum of its coinbases, in pebbles.'),
  fees: field(amount, 'Fees included in the rewards.'),
};

const minerShareSchema = component(
  'MinerShare',
  'A miner in a range of blocks.',
  z.object({ ...mined, share: field(z.number(), '0–1.'), last_height: uint32 }),
);
export type MinerShare = z.output<typeof minerShareSchema>;

/** Miners of the newest blocks (API-DECISIONS). The genesis block was not mined and never counts. */
export const minerListSchema = component(
  'MinerList',
  'Miners of the newest blocks.',
  z.object({
    network,
    indexed_height: count,
    blocks: field(count, 'Blocks in the range.'),
    miners: count,
    items: z.array(minerShareSchema),
    others: field(z.object({ miners: count, blocks: count }), 'All miners that are not listed.'),
  }),
);
export type MinerList = z.output<typeof minerListSchema>;

/** Totals of the blocks mined by an address, without the genesis block. */
export const minerSchema = component(
  'Miner',
  'Totals of a miner.',
  z.object({
    network,
    indexed_height: count,
    ...mined,
    first_height: z.nullable(uint32),
    last_height: z.nullable(uint32),
  }),
);
export type Miner = z.output<typeof minerSchema>;

/** Paginated like the list of all blocks; `total` counts the miner's blocks. */
export const minerBlocksSchema = component(
  'MinerBlocks',
  'Blocks of a miner.',
  z.object({ network, address, items: z.array(blockSummarySchema), pagination: blockPagination }),
);
export type MinerBlocks = z.output<typeof minerBlocksSchema>;
