import type { AddressSummary } from '@cairn/api/explorer';
import type { ConfirmedTransaction } from '../src/chain/chain-reader.ts';
import type { ChainTotals, Page } from '../src/projection/projection-reader.ts';
import { addressItem } from '../src/projection/shared/address-item.ts';
import { readRecords } from './transaction-record.ts';

/** What every answer says of its moment. */
export interface HeadRow {
  readonly version: number;
  readonly schema_version: number;
  readonly chain_id: number;
  /** -1 before the first block. */
  readonly height: number;
  /** 64 lowercase hex characters; empty before the first block. */
  readonly block_id: string;
  readonly transactions: number;
  readonly ranked: boolean;
  readonly index_state: 'building' | 'ready' | 'error';
  readonly target_height: number;
  readonly syncing: boolean;
  readonly ready: boolean;
  /** Seconds since the writing node was heard of, by the server's clock. */
  readonly node_age: number;
}

export interface FeedRow extends HeadRow {
  readonly records: Buffer | null;
  /** Summaries of the blocks that the records name. */
  readonly blocks: Buffer | null;
}

/** An answer about blocks. */
export interface BlocksRow extends HeadRow {
  readonly blocks: Buffer | null;
}

export interface AccountRow extends HeadRow {
  readonly balance: string | null;
  readonly nonce: number | null;
}

export interface SliceRow extends BlocksRow {
  /** The 213 bytes of each transaction. */
  readonly transactions_raw: Buffer | null;
}

export interface HistoryRow extends FeedRow {
  readonly total: number;
}

type Line = readonly [string, string, number, string, string, string, number, number, number];

export interface RankingRow extends HeadRow {
  readonly total: number;
  readonly items: readonly Line[] | null;
}

export interface TotalsRow extends HeadRow {
  readonly addresses: number;
  readonly fees: string;
  readonly transferred: string;
  readonly rewards: string;
}

export function feedPage({ records, transactions }: FeedRow): Page<ConfirmedTransaction> {
  return { items: records === null ? [] : readRecords(records), total: transactions };
}

export function historyPage({ records, total }: HistoryRow): Page<ConfirmedTransaction> {
  return { items: records === null ? [] : readRecords(records), total };
}

export function rankingPage({ items, total }: RankingRow): Page<AddressSummary> {
  return { items: (items ?? []).map(addressOf), total };
}

export function chainTotals(row: TotalsRow): ChainTotals | undefined {
  const { height, block_id: blockId, transactions, addresses, fees, transferred, rewards } = row;
  return height < 0 ? undefined : { height, blockId, transactions, addresses, fees, transferred, rewards };
}

function addressOf([
  address,
  balance,
  nonce,
  received,
  sent,
  fees,
  count,
  first,
  last,
]: Line): AddressSummary {
  const amounts = { balance, received, sent, fees };
  return addressItem({
    address,
    nonce,
    ...amounts,
    transaction_count: count,
    first_seen: first,
    last_seen: last,
  });
}
