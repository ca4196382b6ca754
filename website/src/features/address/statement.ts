import { type Address, COINBASE_SENDER, parsePebbles } from '@cairn/protocol';
import { placeOf } from '../lists/index.ts';
import { balancesAfter, type Entry, isWhole, movement, type NewestRows } from './rows.ts';

export type Zone = 'utc' | 'local';

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
export function monthOf(seconds: number, zone: Zone): string {
  const date = new Date(seconds * 1000);
  const [year, month] =
    zone === 'utc' ? [date.getUTCFullYear(), date.getUTCMonth()] : [date.getFullYear(), date.getMonth()];
  return `${year}-${String(month + 1).padStart(2, '0')}`;
}

/** The sums of each month with a transaction, newest first. @param entries as in {@link balancesAfter} */
export function monthsOf(entries: readonly Entry[], address: Address, balance: bigint, zone: Zone): Month[] {
  const after = balancesAfter(entries, address, balance);
  const months = new Map<string, Month>();
  for (const entry of entries) {
    const month = monthOf(entry.block_timestamp, zone);
    const moved = movement(entry, address);
    const before = months.get(month) ?? { in: 0n, out: 0n, balance: after.get(placeOf(entry))! };
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

/** The year of a time in a zone, as `2026`. */
export const yearOf = (seconds: number, zone: Zone): string => monthOf(seconds, zone).slice(0, 4);

/** The first and the last second of a year in a zone, in Unix seconds. */
export function timesOf(year: number, zone: Zone): { readonly from_time: number; readonly to_time: number } {
  const startOf = (of: number) => (zone === 'utc' ? Date.UTC(of, 0) : new Date(of, 0).getTime()) / 1000;
  return { from_time: startOf(year), to_time: startOf(year + 1) - 1 };
}

/** True if no transaction of a year is missing from the rows. */
export function hasYear(rows: NewestRows, year: string, zone: Zone): boolean {
  const oldest = rows.items.at(-1);
  return isWhole(rows) || (oldest !== undefined && yearOf(oldest.block_timestamp, zone) < year);
}
