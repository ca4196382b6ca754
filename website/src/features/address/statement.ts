import type { ExplorerTransaction } from '@cairn/api/explorer';
import { type Address, COINBASE_SENDER, parsePebbles } from '@cairn/protocol';

/** The fields of a transaction that a statement adds up. */
export type Entry = Pick<
  ExplorerTransaction,
  'id' | 'from_address' | 'to_address' | 'value' | 'fee' | 'block_timestamp'
>;

/** What a transaction adds to an address and takes from it, in pebbles. A transfer to oneself takes only its fee. */
export function movement(entry: Entry, address: Address): { readonly in: bigint; readonly out: bigint } {
  const [value, fee] = [parsePebbles(entry.value), parsePebbles(entry.fee)];
  if (entry.from_address !== address) return { in: value, out: 0n };
  return { in: 0n, out: entry.to_address === address ? fee : value + fee };
}

/**
 * The balance after each of the newest transactions of an address, by ID.
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
    after.set(entry.id, left);
    const moved = movement(entry, address);
    left += moved.out - moved.in;
  }
  return after;
}

/** Sums of a month, in pebbles. */
export interface Month {
  /** `2026-11`. */
  readonly month: string;
  /** Unix seconds of one of its transactions. */
  readonly time: number;
  readonly in: bigint;
  readonly out: bigint;
  /** Balance after the month's last transaction. */
  readonly balance: bigint;
}

/** Sums of the transactions between an address and another one, in pebbles; of the coinbases for `undefined`. */
export interface Counterparty {
  readonly address: Address | undefined;
  readonly in: bigint;
  readonly out: bigint;
  readonly count: number;
}

/** The month of a time in a zone, as `2026-11`. @param seconds Unix time */
export function monthOf(seconds: number, zone: 'utc' | 'local'): string {
  const date = new Date(seconds * 1000);
  const [year, month] =
    zone === 'utc' ? [date.getUTCFullYear(), date.getUTCMonth()] : [date.getFullYear(), date.getMonth()];
  return `${year}-${String(month + 1).padStart(2, '0')}`;
}

/** The sums of each month with a transaction, newest first. @param entries as in {@link balancesAfter} */
export function monthsOf(
  entries: readonly Entry[],
  address: Address,
  balance: bigint,
  zone: 'utc' | 'local',
): Month[] {
  const after = balancesAfter(entries, address, balance);
  const months = new Map<string, Month>();
  for (const entry of entries) {
    const month = monthOf(entry.block_timestamp, zone);
    const moved = movement(entry, address);
    const before = months.get(month) ?? { in: 0n, out: 0n, balance: after.get(entry.id)! };
    months.set(month, {
      month,
      time: entry.block_timestamp,
      in: before.in + moved.in,
      out: before.out + moved.out,
      balance: before.balance,
    });
  }
  return [...months.values()];
}

/** Those that an address paid and was paid by, the highest sum first. Transfers to oneself are left out. */
export function counterpartiesOf(entries: readonly Entry[], address: Address): Counterparty[] {
  const found = new Map<Address, Counterparty>();
  for (const entry of entries) {
    const isOut = entry.from_address === address;
    const other = isOut ? entry.to_address : entry.from_address;
    if (other === address) continue;
    const before = found.get(other) ?? { in: 0n, out: 0n, count: 0 };
    const value = parsePebbles(entry.value);
    found.set(other, {
      address: other === COINBASE_SENDER ? undefined : other,
      in: before.in + (isOut ? 0n : value),
      out: before.out + (isOut ? value : 0n),
      count: before.count + 1,
    });
  }
  const sumOf = (one: Counterparty) => one.in + one.out;
  return [...found.values()].toSorted((one, other) => Number(sumOf(other) - sumOf(one)));
}
