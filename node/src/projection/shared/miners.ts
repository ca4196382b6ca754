import { EXPLORER_LIMITS } from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';

/** The most miners that are listed one by one. */
export const LISTED_MINERS = EXPLORER_LIMITS.miners;

/** A miner in a range of blocks. Sums in pebbles. */
export interface MinerRow {
  readonly address: Address;
  readonly blocks: number;
  /** Fees included. */
  readonly rewards: bigint;
  readonly fees: bigint;
  /** Height of its newest block. */
  readonly last: number;
}

/** The miners of the newest blocks, without the genesis block. */
export interface MinersPage {
  /** Height of the newest projected block. */
  readonly height: number;
  /** Blocks in the range. */
  readonly blocks: number;
  /** Miners of these blocks. */
  readonly miners: number;
  /** Most blocks first, then the newest block first; `LISTED_MINERS` at most. */
  readonly rows: readonly MinerRow[];
}

/** Totals of blocks mined by one address, without the genesis block. Sums are exact decimal texts in pebbles. */
export interface MinerTotals {
  /** Height of the newest projected block. */
  readonly height: number;
  readonly blocks: number;
  /** Fees included. */
  readonly rewards: string;
  readonly fees: string;
  /** Heights of its first and newest block; `null` without a block. */
  readonly first: number | null;
  readonly last: number | null;
}
