import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

/** One run of the crash tests. */
export interface Campaign {
  readonly random: Random;
  readonly tally: Tally;
  /** A folder of its own; what a failure leaves stays in it. */
  readonly folder: string;
}

/** A store did not come through a kill; the folder stays for a look at it. */
export class CrashFailure extends Error {
  override readonly name = 'CrashFailure';

  constructor(problem: string, folder: string, options?: ErrorOptions) {
    super(`${problem}\n  what was left is in ${folder}`, options);
  }
}
