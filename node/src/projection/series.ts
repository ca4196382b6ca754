import { blockWork, type BlockHeader } from '@cairn/protocol';
import type { Row } from './engine.ts';

/** Lengths of the buckets of a series, in seconds. */
export const SERIES_STEPS = { hour: 3_600, day: 86_400, week: 604_800 } as const;
type SeriesStep = keyof typeof SERIES_STEPS;

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
  /** `fees`, `transferred` and `emitted` are in pebbles. */
  readonly fees: bigint;
  readonly transferred: bigint;
  /** New coins: rewards without fees. */
  readonly emitted: bigint;
  /** Work of the blocks (PROTOCOL.md section 8). */
  readonly work: bigint;
  /** Blocks from height 2 on. Block 1 may be mined any time after the genesis block, so its interval says nothing. */
  readonly intervals: number;
  /** Sum of the seconds between each of these blocks and its parent. */
  readonly interval_seconds: number;
}

/** A part of a series. */
export interface SeriesRequest {
  readonly step: SeriesStep;
  /** Any Unix time in the first bucket, or before the series begins; `undefined` for the newest `count` buckets. */
  readonly from: number | undefined;
  readonly count: number;
  /** True to return `supply` and `addresses` as of the end of the last bucket, for which every later bucket is read. */
  readonly hasTotals: boolean;
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
  /** Pebbles in existence at the end of the last bucket; without `hasTotals`, at the newest block. */
  readonly supply: bigint;
  /** Number of addresses at the same point. */
  readonly addresses: number;
}

/** Start of the bucket that contains a time. @param time Unix seconds, 0 or later */
export function bucketStart(step: number, time: number): number {
  const origin = step === SERIES_STEPS.week ? FIRST_MONDAY : 0;
  return Math.max(origin, origin + Math.floor((time - origin) / step) * step);
}

/** Running totals of a chain. */
interface ChainSums {
  readonly height: number;
  readonly transactions: number;
  readonly addresses: number;
  readonly fees: bigint;
  readonly transferred: bigint;
  readonly rewards: bigint;
}

type Sums = Omit<SeriesRow, 'step' | 'start'>;

/** Collects the changes of the series by appended and removed blocks until they are written. */
export class SeriesChanges {
  readonly #changes = new Map<string, SeriesRow>();

  /**
   * Adds the change by one block; the genesis block does not count.
   * @param parentTime timestamp of the block's parent
   * @param before totals before the block was appended or removed
   * @param after totals after that
   */
  add(
    header: Pick<BlockHeader, 'height' | 'timestamp' | 'bits'>,
    parentTime: number | undefined,
    before: ChainSums,
    after: ChainSums,
  ): void {
    const { height, timestamp, bits } = header;
    if (height === 0) return;
    const sign = Math.sign(after.height - before.height);
    const hasInterval = height > 1 && parentTime !== undefined;
    const fees = after.fees - before.fees;
    const change: Sums = {
      blocks: sign,
      transactions: after.transactions - before.transactions,
      addresses: after.addresses - before.addresses,
      fees,
      transferred: after.transferred - before.transferred,
      emitted: after.rewards - before.rewards - fees,
      work: BigInt(sign) * blockWork(bits),
      intervals: hasInterval ? sign : 0,
      interval_seconds: hasInterval ? sign * (timestamp - parentTime) : 0,
    };
    for (const step of Object.values(SERIES_STEPS)) {
      const start = bucketStart(step, timestamp);
      const key = `${step} ${start}`;
      this.#changes.set(key, addRows({ step, start, ...change }, this.#changes.get(key)));
    }
  }

  /** The changes since the last call, as rows of the table `series`. */
  take(): Row[] {
    const rows = [...this.#changes.values()].map((row): Row => {
      const sums = [row.fees, row.transferred, row.emitted, row.work].map(String);
      const counts = [row.blocks, row.transactions, row.addresses];
      return [row.step, row.start, ...counts, ...sums, row.intervals, row.interval_seconds];
    });
    this.#changes.clear();
    return rows;
  }
}

/** The sums of two rows of one bucket. */
function addRows(row: SeriesRow, other: SeriesRow | undefined): SeriesRow {
  if (other === undefined) return row;
  return {
    step: row.step,
    start: row.start,
    blocks: row.blocks + other.blocks,
    transactions: row.transactions + other.transactions,
    addresses: row.addresses + other.addresses,
    fees: row.fees + other.fees,
    transferred: row.transferred + other.transferred,
    emitted: row.emitted + other.emitted,
    work: row.work + other.work,
    intervals: row.intervals + other.intervals,
    interval_seconds: row.interval_seconds + other.interval_seconds,
  };
}

/** A row as SQLite and PostgreSQL return it: sums that may exceed 64 bits are decimal text. */
export type StoredSeriesRow = {
  readonly [Name in keyof SeriesRow]: SeriesRow[Name] extends bigint ? string : SeriesRow[Name];
};

export function seriesRowOf(stored: StoredSeriesRow): SeriesRow {
  const { fees, transferred, emitted, work } = stored;
  return {
    ...stored,
    fees: BigInt(fees),
    transferred: BigInt(transferred),
    emitted: BigInt(emitted),
    work: BigInt(work),
  };
}
