import type { AddressSummary } from '@cairn/api/explorer';
import { formatSum } from '../projection-reader.ts';

/** What an address has done so far (section 2.5), as the table of addresses keeps it. Amounts are decimal texts. */
export interface AddressRow {
  readonly number: number;
  readonly address: string;
  readonly balance: string;
  readonly nonce: number;
  /** Exact; may pass 2^64 − 1, as the same coins come and go. So may the next two. */
  readonly received: string;
  readonly sent: string;
  readonly fees: string;
  readonly transaction_count: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** Stored → wire: an address of the ranking (section 2.5). */
export function addressItem(row: Omit<AddressRow, 'number'>): AddressSummary {
  return {
    address: row.address,
    balance: String(BigInt(row.balance)), // SQLite has it with leading zeros
    nonce: row.nonce,
    total_received: formatSum(row.received),
    total_sent: formatSum(row.sent),
    total_fees: formatSum(row.fees),
    transaction_count: row.transaction_count,
    first_seen_height: row.first_seen,
    last_seen_height: row.last_seen,
  };
}
