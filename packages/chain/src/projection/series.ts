import { blockWork, type BlockHeader } from '@cairn/protocol';
import type { CountedRow, NewRow, StoredRow } from './tables.ts';

/** Lengths of the buckets of a series, in seconds. */
export const SERIES_STEPS = { hour: 3_600, day: 86_400, week: 604_800 } as const;

/** Unix time of the first Monday, the start of the first week. Hours and days start at Unix time 0. */
const FIRST_MONDAY = 4 * SERIES_STEPS.day;

/**
 * Sums over the blocks whose timestamps are in one bucket, without the genesis block. Every column is a sum, so that a
 * disconnected block can be subtracted exactly, even if timestamps are not in block order.
 */
export type SeriesRow = StoredRow<'series'>;

/** The requested part of a series, clipped to the existing buckets, and totals of the chain at the end of that part. */
export interface SeriesPage {
  /** Height of the newest projected block. */
  readonly height: number;
  /** Start of the first bucket, in Unix seconds. */
  readonly from: number;
  /** Number of buckets, including those without a block. */
  readonly count: number;
  /** Buckets with blocks, oldest first. */
  readonly rows: readonly SeriesRow[];
  /** Pebbles in existence at the end of the last bucket; at the newest block unless a total was asked for. */
  readonly supply: bigint;
  /** Number of addresses at the same point. */
  readonly addresses: number;
}

/** Start of the bucket that contains a time. @param time Unix seconds, 0 or later */
export function bucketStart(step: number, time: number): number {
  const origin = step === SERIES_STEPS.week ? FIRST_MONDAY : 0;
  return Math.max(origin, origin + Math.floor((time - origin) / step) * step);
}

type Change = Omit<NewRow<'series'>, 'step' | 'start'>;

/** Collects the changes of the series by appended and removed blocks. */
export class SeriesChanges {
  /** By step and start. */
  readonly #buckets = new Map<string, NewRow<'series'>>();

  /**
   * Adds the change by one block; the genesis block does not count.
   * @param parentTime timestamp of the block's parent
   * @param before totals before the block was appended or removed
   * @param after totals after that
   */
  add(
    { height, timestamp, bits }: Pick<BlockHeader, 'height' | 'timestamp' | 'bits'>,
    parentTime: number | undefined,
    before: CountedRow<'state'>,
    after: CountedRow<'state'>,
  ): void {
    if (height === 0) return;
    const sign = after.height - before.height;
    const [fees, rewards] = [after.fees - before.fees, after.rewards - before.rewards];
    const hasInterval = height > 1 && parentTime !== undefined;
    const change: Change = {
      blocks: sign,
      transactions: after.transactions - before.transactions,
      addresses: after.addresses - before.addresses,
      fees,
      transferred: after.transferred - before.transferred,
      emitted: rewards - fees,
      work: BigInt(sign) * blockWork(bits),
      intervals: hasInterval ? sign : 0,
      interval_seconds: hasInterval ? sign * (timestamp - parentTime) : 0,
    };
    for (const step of Object.values(SERIES_STEPS)) {
      const start = bucketStart(step, timestamp);
      const name = `${step} ${start}`;
      this.#buckets.set(name, { step, start, ...sumOf(change, this.#buckets.get(name)) });
    }
  }

  /** The changes, to be added to the stored rows of the table `series`. */
  rows(): Iterable<NewRow<'series'>> {
    return this.#buckets.values();
  }
}

function sumOf(one: Change, other: Change | undefined): Change {
  if (other === undefined) return one;
  const titles = Object.keys(one) as (keyof Change)[];
  // Of each column, both are numbers or both are bigints.
  const sums = titles.map((title) => [title, (one[title] as number) + (other[title] as number)]);
  return Object.fromEntries(sums) as Change;
}
