import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { amount, count, uint32 } from '../../schema/primitives.ts';
import { SERIES_FIGURES } from '../parameters.ts';
import { network } from './common.ts';

/** A part of a series over the blocks above genesis, by their timestamps. */
export const seriesSchema = component(
  'Series',
  'Totals of the blocks of each hour, day or week.',
  z.object({
    network,
    figure: field(
      z.enum(SERIES_FIGURES),
      '`transactions` with coinbases; `fees` and `transferred` in pebbles; `block_interval`, the mean in seconds; `size` in ' +
        'bytes; `difficulty`, the mean expected number of hashes for a block; `hash_rate` per second; `addresses` and `supply`, ' +
        'all there are at the end of the bucket, the supply in pebbles.',
    ),
    step_seconds: field(count, 'Length of a bucket: 3,600, 86,400 or 604,800.'),
    from: field(uint32, 'Unix time at which the first bucket begins; 0 without buckets.'),
    indexed_height: field(count, 'Height of the newest block in it.'),
    values: field(
      z.array(z.nullable(z.union([amount, z.number()]))),
      'A value for each bucket, oldest first: decimal text for pebbles, else a number; null where a mean has no block.',
    ),
  }),
);
export type Series = z.output<typeof seriesSchema>;
