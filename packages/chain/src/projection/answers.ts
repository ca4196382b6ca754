/** What `IndexReader` is asked and answers, and how rows become answers: the same for SQLite and PostgreSQL. */
import type { RouteCall, RouteOutput } from '@cairn/api/contract';
import {
  EXPLORER_LIMITS,
  type AddressSummary,
  type explorerAdditions,
  type explorerRoutes,
  type FeedOrder,
  type HistoryOrder,
} from '@cairn/api/contract';
import { type BlockId, blockSize, MAX_U64, hexToBytes } from '@cairn/protocol';
import type { ChainTip, ListedTransaction, StoredBlockSummary } from '../chain/chain-types.ts';
import type { StoredRow } from './tables.ts';

/** The parameters of routes as the contract parses them; those with a default may be left out. */
export type FeedRequest = Omit<RouteCall<typeof explorerRoutes.listTransactions>, 'body' | 'order'> & {
  readonly order?: FeedOrder;
};
export type HistoryRequest = Omit<
  RouteCall<typeof explorerRoutes.listAddressTransactions>,
  'body' | 'address' | 'order'
> & { readonly order?: HistoryOrder };
export type MinerBlocksRequest = Omit<
  RouteCall<typeof explorerAdditions.listMinerBlocks>,
  'body' | 'address'
>;
export type SeriesRequest = Omit<RouteCall<typeof explorerAdditions.getSeries>, 'body'>;

export type TotalsRequest = Omit<RouteCall<typeof explorerAdditions.getAddressTotals>, 'body' | 'address'>;

/** Sums of a history without what was asked for, and the largest payments, `undefined` without any. */
export type HistoryTotals = Omit<
  RouteOutput<typeof explorerAdditions.getAddressTotals>,
  'network' | 'address' | 'from_time' | 'to_time' | 'largest_in' | 'largest_out'
> & {
  readonly tip: ChainTip | undefined;
  readonly largest_in: ListedTransaction | undefined;
  readonly largest_out: ListedTransaction | undefined;
};

/** The answers about miners, without what was asked for. */
export type MinersPage = Omit<RouteOutput<typeof explorerAdditions.listMiners>, 'network'>;
export type MinerTotals = Omit<RouteOutput<typeof explorerAdditions.getMiner>, 'network' | 'address'>;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items in the whole list; of a filtered list at most `FILTERED_ITEMS`. */
  readonly total: number;
  /** True if the filtered list has more items than that, which are on no page. */
  readonly totalIsMinimum?: boolean;
}

/** An address in the ranking by balance. */
export interface RankedAddress {
  readonly tip: ChainTip | undefined;
  readonly summary: AddressSummary;
  /** Counted from 1 for the highest balance. */
  readonly rank: number;
  /** Addresses in the ranking. */
  readonly total: number;
}

/** A filtered list is read up to this many items, so that its cost has a bound. */
export const FILTERED_ITEMS = EXPLORER_LIMITS.filteredItems;

/** Totals of the whole chain up to `height`. */
export type StateRow = StoredRow<'state'>;

/** A transaction with what a list shows of its block; IDs in hex. */
export type TransactionRow = StoredRow<'transactions'> & {
  readonly block_id: BlockId;
  readonly timestamp: number;
};

export function blockOf(row: StoredRow<'blocks'>): StoredBlockSummary {
  return {
    height: row.height,
    id: row.id,
    header: {
      version: row.version,
      height: row.height,
      previousBlockId: row.previous_id,
      merkleRoot: row.merkle_root,
      miner: row.miner,
      timestamp: row.timestamp,
      bits: row.bits,
      nonce: row.nonce,
    },
    transactionCount: row.transaction_count,
    sizeBytes: blockSize(row.transaction_count),
    totalFees: BigInt(row.fees),
    reward: BigInt(row.reward),
  };
}

/** @param chain chain ID of the network */
export function transactionOf(row: TransactionRow, chain: number): ListedTransaction {
  return {
    height: row.height,
    index: row.index_in_block,
    id: row.id,
    transaction: {
      chain,
      nonce: row.nonce,
      fee: BigInt(row.fee),
      value: BigInt(row.value),
      fromAddress: row.from_address,
      toAddress: row.to_address,
      unlockSig: hexToBytes(row.unlock_sig),
    },
    blockId: row.block_id,
    timestamp: row.timestamp,
  };
}

/** An address with the times of its first and its newest block, in Unix seconds. */
export type AddressRow = StoredRow<'addresses'> & { readonly first_time: number; readonly last_time: number };

/** Serializes an address of the ranking (interface document, section 2.5). */
export function serializeRankedAddress(row: AddressRow): AddressSummary {
  return {
    address: row.address,
    balance: String(BigInt(row.balance)), // SQLite stores leading zeros
    nonce: row.nonce,
    total_received: formatSum(row.received),
    total_sent: formatSum(row.sent),
    total_fees: formatSum(row.fees),
    transaction_count: row.transaction_count,
    first_seen_height: row.first_seen,
    last_seen_height: row.last_seen,
    first_seen_time: row.first_time,
    last_seen_time: row.last_time,
  };
}

/**
 * Formats a sum as a monetary field, an unsigned 64-bit number (interface document, section 2.1). A larger sum, possible
 * because the same coins can be transferred many times, becomes 2^64 − 1.
 * @param exact decimal digits
 */
export function formatSum(exact: string): string {
  return BigInt(exact) > MAX_U64 ? String(MAX_U64) : exact;
}
