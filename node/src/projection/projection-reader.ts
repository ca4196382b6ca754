import type { AddressSummary } from '@cairn/api/explorer';
import { type Address, type BlockId, MAX_U64 } from '@cairn/protocol';
import type { ConfirmedTransaction } from '../chain/chain-reader.ts';
import type { MinersPage, MinerTotals } from './shared/miners.ts';
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
  /** Blocks below this height; by default from the newest on. */
  readonly before?: number | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Items of the whole list. */
  readonly total: number;
}

/** Running totals of the whole chain up to `height` (section 2.6). Amounts are exact decimal texts. */
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

/**
 * The read side of the projection, whatever engine keeps it. Each method answers with rows of one height: the height that
 * the store's last command reported.
 * @throws ProjectionError when the store cannot be read
 */
export interface ProjectionReader {
  /** Every confirmed transaction, newest first: height, then index, descending. */
  transactions(page: PageRequest): Promise<Page<ConfirmedTransaction>>;
  /** Those that name an address, newest first; empty for an address that nothing names. */
  addressTransactions(address: Address, page: PageRequest): Promise<Page<ConfirmedTransaction>>;
  /** Every address: balance descending, then address ascending. */
  addresses(page: PageRequest): Promise<Page<AddressSummary>>;
  /** `undefined` while nothing is projected. */
  totals(): Promise<ChainTotals | undefined>;
  /** Sums over hours, days or weeks; `undefined` while nothing but the genesis block is projected. */
  series(request: SeriesRequest): Promise<SeriesPage | undefined>;
  /** Who mined the newest blocks. @param blocks how many, from 1 */
  miners(blocks: number): Promise<MinersPage>;
  /** Totals of blocks mined by an address; zeros for one that has mined none. */
  miner(address: Address): Promise<MinerTotals>;
  /** Heights of the blocks of a miner, newest first; `total` counts them all. */
  minerBlocks(address: Address, request: MinerBlocksRequest): Promise<Page<number>>;
}

const U64_DIGITS = 20;

/**
 * A sum as a monetary field. Those are unsigned 64-bit numbers (section 2.1). A sum over the same coins coming and
 * going may pass that: it is then given as 2^64 − 1.
 * @param exact decimal digits
 */
export function formatSum(exact: string): string {
  if (exact.length < U64_DIGITS) return exact;
  return BigInt(exact) > MAX_U64 ? String(MAX_U64) : exact;
}
