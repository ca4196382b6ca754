import type { AddressRow } from './address-item.ts';

/** What is known of an address; changed in memory and written once a transaction. Amounts are pebbles. */
export interface AddressRecord {
  readonly number: number;
  readonly address: string;
  balance: bigint;
  nonce: number;
  /** Exact; may pass 2^64 − 1, as the same coins come and go. So may the next two. */
  received: bigint;
  sent: bigint;
  fees: bigint;
  transactionCount: number;
  readonly firstSeen: number;
  lastSeen: number;
  /** Sequence numbers of its newest transactions, which its stored history does not have yet. */
  readonly unwritten: number[];
  /** Balance that is stored, and with which it stands in a ranking; `undefined` for a new address. */
  storedBalance: bigint | undefined;
  isChanged: boolean;
}

/** @param number the count of addresses so far */
export function newAddressRecord(address: string, number: number, height: number): AddressRecord {
  return {
    number,
    address,
    balance: 0n,
    nonce: 0,
    received: 0n,
    sent: 0n,
    fees: 0n,
    transactionCount: 0,
    firstSeen: height,
    lastSeen: height,
    unwritten: [],
    storedBalance: undefined,
    isChanged: false,
  };
}

/** The record of an address as it is stored. */
export function storedAddressRecord(row: AddressRow): AddressRecord {
  const balance = BigInt(row.balance);
  return {
    number: row.number,
    address: row.address,
    balance,
    nonce: row.nonce,
    received: BigInt(row.received),
    sent: BigInt(row.sent),
    fees: BigInt(row.fees),
    transactionCount: row.transaction_count,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    unwritten: [],
    storedBalance: balance,
    isChanged: false,
  };
}
