import type { AddressHistory, AddressState, ExplorerTransaction } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import { placeOf } from '../lists/index.ts';
import type { ProvenAddress } from '../verify/index.ts';

/** The newest transactions of an address that are at hand: what the balance column, the chart and the statement are computed from. */
export interface NewestRows {
  /** Newest first, none left out, each with its time. */
  readonly items: readonly ExplorerTransaction[];
  /** Pebbles, after the newest of them. */
  readonly balance: bigint;
  /** Transactions of the whole history. */
  readonly total: number;
  /** True if they were decoded from checked bytes; else they are the server's word. */
  readonly isProven: boolean;
}

export const isWhole = ({ items, total }: NewestRows): boolean => items.length >= total;

/** The rows that were proven, down to the first header of the walk: an older row's time is unknown. */
export function provenRows({ newest, state, count, linkedFrom }: ProvenAddress): NewestRows {
  const items = newest.filter(({ block_height: height }) => height >= linkedFrom);
  return { items, balance: parsePebbles(state.balance), total: count, isProven: true };
}

/** The rows of the first page, as the server says; `undefined` if they are not of the same tip as the balance. */
export function paintedRows(
  state: AddressState | undefined,
  list: AddressHistory | undefined,
): NewestRows | undefined {
  if (state === undefined || list?.pagination.offset !== 0 || list.tip_id !== state.tip_id) return undefined;
  const { items, pagination } = list;
  return { items, balance: parsePebbles(state.balance), total: pagination.total, isProven: false };
}

/** The fields of a transaction that are added up. */
export type Entry = Pick<
  ExplorerTransaction,
  'from_address' | 'to_address' | 'value' | 'fee' | 'block_height' | 'block_timestamp' | 'transaction_index'
>;

/** What a transaction adds to an address and takes from it, in pebbles. A transfer to oneself takes only its fee. */
export function movement(entry: Entry, address: Address): { readonly in: bigint; readonly out: bigint } {
  const [value, fee] = [parsePebbles(entry.value), parsePebbles(entry.fee)];
  if (entry.from_address !== address) return { in: value, out: 0n };
  return { in: 0n, out: entry.to_address === address ? fee : value + fee };
}

/**
 * The balance after each of the newest transactions of an address, by `placeOf`.
 * @param entries newest first, none left out
 * @param balance after the first of them
 */
export function balancesAfter(
  entries: readonly Entry[],
  address: Address,
  balance: bigint,
): ReadonlyMap<string, bigint> {
  const after = new Map<string, bigint>();
  let left = balance;
  for (const entry of entries) {
    after.set(placeOf(entry), left);
    const moved = movement(entry, address);
    left += moved.out - moved.in;
  }
  return after;
}

/** Sums of transactions, in pebbles, and where they begin and end. */
export interface Sums {
  readonly received: bigint;
  readonly sent: bigint;
  readonly fees: bigint;
  readonly count: number;
  readonly first: Sighting | undefined;
  readonly last: Sighting | undefined;
}

/** Height of a block and, where it is known, its time in Unix seconds. */
export interface Sighting {
  readonly height: number;
  readonly time?: number | undefined;
}

/** The sums of transactions, newest first, as the API's ranking defines them: a transfer to oneself is received and sent. */
export function sumsOf({ items }: Pick<NewestRows, 'items'>, address: Address): Sums {
  const sum = (of: 'value' | 'fee', end: 'from_address' | 'to_address') =>
    items.reduce((total, row) => (row[end] === address ? total + parsePebbles(row[of]) : total), 0n);
  const seenIn = (row: ExplorerTransaction | undefined): Sighting | undefined =>
    row && { height: row.block_height, time: row.block_timestamp };
  return {
    received: sum('value', 'to_address'),
    sent: sum('value', 'from_address'),
    fees: sum('fee', 'from_address'),
    count: items.length,
    first: seenIn(items.at(-1)),
    last: seenIn(items[0]),
  };
}
