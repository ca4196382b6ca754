import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

/** One run of the crash tests. */
export interface Campaign {
  readonly random: Random;
  readonly tally: Tally;
  /** A folder of its own; what a failure leaves stays in it. */
  readonly folder: string;
}
