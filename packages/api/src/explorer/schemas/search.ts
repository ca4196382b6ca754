import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { address, blockId, transactionId, uint32 } from '../../schema/primitives.ts';
import { network } from './common.ts';

/** Matches of a search prefix, ordered by identifier. */
export const matchesSchema = component(
  'Matches',
  'Blocks, transactions and addresses that start with the prefix, at most five of each.',
  z.object({
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
  }),
);
export type Matches = z.output<typeof matchesSchema>;
