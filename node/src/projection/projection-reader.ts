import { EXPLORER_LIMITS, type AddressSummary } from '@cairn/api/explorer';
import { type Address, type BlockId, MAX_U64 } from '@cairn/protocol';
import type { ConfirmedTransaction } from '../chain/chain-reader.ts';
import type { SeriesPage, SeriesRequest } from './shared/series.ts';

/** One page of a list. */
export interface PageRequest {
  /** Items to skip, 0–2,147,483,647. */
  readonly offset: number;
  /** 1–100. */
  readonly limit: number;
}

/** One page of the blocks of a miner. */
export interface MinerBlocksRequest extends PageRequest {
  /** Only blocks below this height; by default all, from the newest on. */
  readonly before?: number | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items in the whole list. */
  readonly total: number;
}

/** Running totals of the whole chain up to `height` (interface document, section 2.6). Amounts are exact decimal texts. */
export interface ChainTotals {
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly blockId: BlockId;
  readonly transactions: number;
  readonly addresses: number;
  readonly fees: string;
  readonly transferred: string;
  readonly rewards: string;
}

/** Maximal number of miners that are listed individually. */
export const LISTED_MINERS = EXPLORER_LIMITS.miners;

/** Totals of one miner in a range of blocks. Sums in pebbles. */
export interface MinerRow {
  readonly address: Address;
  readonly blocks: number;
  /** Fees included. */
  readonly rewards: bigint;
  readonly fees: bigint;
  /** Height of the miner's newest block. */
  readonly last: number;
}

/** The miners of the newest blocks; the genesis block has no miner. */
export interface MinersPage {
  /** Height of the newest projected block. */
  readonly height: number;
  /** Number of blocks in the range, at most the requested number. */
  readonly blocks: number;
  /** Number of different miners of these blocks; it may exceed the number of `rows`. */
  readonly miners: number;
  /** At most `LISTED_MINERS`, by number of blocks, the most first; of equal ones, the miner of the newest block first. */
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
  /** Heights of the address's first and newest block (`first`, `last`); `null` without a block. */
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * Reads the projection (the API's index), in SQLite or PostgreSQL. All rows of an answer come from the same
 * state of the projection: that after the last finished command of the `ProjectionStore` (`append`, `stepBack`, …).
 * @throws ProjectionError if the store cannot be read
 */
export interface ProjectionReader {
  /** Every confirmed transaction, newest first: height, then index, descending. */
  transactions(page: PageRequest): Promise<Page<ConfirmedTransaction>>;
  /** Transactions that an address sent or received, newest first; empty for an unknown address. */
  addressTransactions(address: Address, page: PageRequest): Promise<Page<ConfirmedTransaction>>;
  /** Every address: balance descending, then address ascending. */
  addresses(page: PageRequest): Promise<Page<AddressSummary>>;
  /** `undefined` while nothing is projected. */
  totals(): Promise<ChainTotals | undefined>;
  /** Sums over hours, days or weeks; `undefined` while only the genesis block is projected. */
  series(request: SeriesRequest): Promise<SeriesPage | undefined>;
  /** The miners of the newest blocks. @param blocks number of blocks, from 1 */
  miners(blocks: number): Promise<MinersPage>;
  /** Totals of the blocks mined by an address; zeros if there are none. */
  miner(address: Address): Promise<MinerTotals>;
  /** Heights of the blocks of a miner, newest first; `total` counts them all. */
  minerBlocks(address: Address, request: MinerBlocksRequest): Promise<Page<number>>;
}

const U64_DIGITS = 20;

/**
 * Formats a sum as a monetary field, an unsigned 64-bit number (interface document, section 2.1). A larger sum, possible
 * because the same coins can be transferred many times, becomes 2^64 − 1.
 * @param exact decimal digits
 */
export function formatSum(exact: string): string {
  if (exact.length < U64_DIGITS) return exact;
  return BigInt(exact) > MAX_U64 ? String(MAX_U64) : exact;
}
