import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { amount, count, uint32 } from '../../schema/primitives.ts';
import { SERIES_FIGURES } from '../parameters.ts';
import { network } from './common.ts';

/** A part of a time series over the blocks above genesis. */
export const seriesSchema = component(
  'Series',
  'Totals of the blocks of each hour, day or week.',
  z.object({
    network,
    figure: z.enum(SERIES_FIGURES),
    step_seconds: field(count, 'Length of a bucket: 3,600, 86,400 or 604,800.'),
    from: field(uint32, 'Unix time at which the first bucket starts; 0 without buckets.'),
    indexed_height: field(count, 'Height of the newest indexed block.'),
    values: field(
      z.array(z.nullable(z.union([amount, z.number()]))),
      'A value for each bucket, oldest first: a decimal string for pebbles, otherwise a number; null if a mean has no block.',
    ),
  }),
);
export type Series = z.output<typeof seriesSchema>;
