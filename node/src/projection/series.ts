import { blockWork, type BlockHeader } from '@cairn/protocol';
import type { Row } from './engine.ts';

/** Lengths of the buckets of a series, in seconds. */
export const SERIES_STEPS = { hour: 3_600, day: 86_400, week: 604_800 } as const;

/** Unix time of the first Monday, the start of the first week. Hours and days start at Unix time 0. */
const FIRST_MONDAY = 4 * SERIES_STEPS.day;

/**
 * Sums over the blocks whose timestamps are in one bucket, without the genesis block. Every column is a sum, so that a
 * disconnected block can be subtracted exactly, even if timestamps are not in block order.
 */
export interface SeriesRow {
  /** Length of the bucket in seconds. */
  readonly step: number;
  /** Unix seconds of the bucket's start, UTC. */
  readonly start: number;
  readonly blocks: number;
  /** Coinbases included. */
  readonly transactions: number;
  /** Addresses whose first transaction is in these blocks. */
  readonly addresses: number;
  /** `fees`, `transferred` and `emitted` are in pebbles; like `work`, exact decimal texts. */
  readonly fees: string;
  readonly transferred: string;
  /** New coins: rewards without fees. */
  readonly emitted: string;
  /** Work of the blocks (PROTOCOL.md section 8). */
  readonly work: string;
  /** Blocks from height 2 on. Block 1 may be mined any time after the genesis block, so its interval says nothing. */
  readonly intervals: number;
  /** Sum of the seconds between each of these blocks and its parent. */
  readonly interval_seconds: number;
}

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

/** Totals of a chain up to its newest block; sums in pebbles. */
export interface ChainTotals {
  /** -1 before the first block. */
  height: number;
  transactions: number;
  addresses: number;
  fees: bigint;
  transferred: bigint;
  rewards: bigint;
}

/** Collects the changes of the series by appended and removed blocks. */
export class SeriesChanges {
  /** The columns after `step` and `start`, by these two. */
  readonly #buckets = new Map<string, { readonly key: readonly number[]; sums: readonly bigint[] }>();

  /**
   * Adds the change by one block; the genesis block does not count.
   * @param parentTime timestamp of the block's parent
   * @param before totals before the block was appended or removed
   * @param after totals after that
   */
  add(
    { height, timestamp, bits }: Pick<BlockHeader, 'height' | 'timestamp' | 'bits'>,
    parentTime: number | undefined,
    before: ChainTotals,
    after: ChainTotals,
  ): void {
    if (height === 0) return;
    const sign = after.height - before.height;
    const [fees, rewards] = [after.fees - before.fees, after.rewards - before.rewards];
    const interval =
      height > 1 && parentTime !== undefined ? [sign, sign * (timestamp - parentTime)] : [0, 0];
    const counts = [sign, after.transactions - before.transactions, after.addresses - before.addresses];
    const amounts = [fees, after.transferred - before.transferred, rewards - fees];
    const change = [...counts, ...amounts, BigInt(sign) * blockWork(bits), ...interval].map(BigInt);
    for (const step of Object.values(SERIES_STEPS)) {
      const key = [step, bucketStart(step, timestamp)];
      const bucket = this.#buckets.get(key.join());
      if (bucket === undefined) this.#buckets.set(key.join(), { key, sums: change });
      else bucket.sums = bucket.sums.map((sum, column) => sum + change[column]!);
    }
  }

  /** The changes, to be added to the stored rows of the table `series`. */
  rows(): Row[] {
    return [...this.#buckets.values()].map(({ key, sums }): Row => [...key, ...sums.map(String)]);
  }
}
