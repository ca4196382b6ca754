import type { Address } from '@cairn/protocol';
import type { AddressSummary } from '@cairn/api/explorer';
import { formatSum } from '../projection-reader.ts';

/** A row of the table `addresses`, in SQLite or PostgreSQL. Amounts are decimal texts. */
export interface AddressRow extends RankedAddressRow {
  readonly number: number;
  /** Blocks that it mined, without the genesis block. */
  readonly mined: number;
  /** Rewards of these blocks, fees included. */
  readonly rewards: string;
  /** Fees in these rewards. */
  readonly reward_fees: string;
}

/** Columns of an address in the ranking (interface document, section 2.5). */
export interface RankedAddressRow {
  readonly address: Address;
  readonly balance: string;
  readonly nonce: number;
  /** `received`, `sent` and `fees` are exact; they may exceed 2^64 − 1, because the same coins can be sent many times. */
  readonly received: string;
  readonly sent: string;
  readonly fees: string;
  readonly transaction_count: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** Serializes an address of the ranking (interface document, section 2.5). */
export function serializeRankedAddress(row: RankedAddressRow): AddressSummary {
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
  };
}

/** State of an address; changed in memory and written once per database transaction. Amounts are pebbles. */
export interface AddressRecord {
  readonly number: number;
  readonly address: Address;
  balance: bigint;
  nonce: number;
  /** `received`, `sent` and `fees` are exact; they may exceed 2^64 − 1, because the same coins can be sent many times. */
  received: bigint;
  sent: bigint;
  fees: bigint;
  transactionCount: number;
  readonly firstSeen: number;
  lastSeen: number;
  /** Blocks that it mined, without the genesis block. */
  mined: number;
  /** Rewards of these blocks, fees included. */
  rewards: bigint;
  /** Fees in these rewards. */
  rewardFees: bigint;
  /** Sequence numbers of the address's newest transactions, which are not in the stored history yet. */
  readonly unwritten: number[];
  /** SQLite: the balance in the database; `undefined` for an address without a row. */
  storedBalance: bigint | undefined;
  /** PostgreSQL: true if the record changed in the current database transaction. */
  isChanged: boolean;
}

/** @param number the count of addresses so far */
export function newAddressRecord(address: Address, number: number, height: number): AddressRecord {
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
    mined: 0,
    rewards: 0n,
    rewardFees: 0n,
    unwritten: [],
    storedBalance: undefined,
    isChanged: false,
  };
}

/** The record of a stored address. */
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
    mined: row.mined,
    rewards: BigInt(row.rewards),
    rewardFees: BigInt(row.reward_fees),
    unwritten: [],
    storedBalance: balance,
    isChanged: false,
  };
}
