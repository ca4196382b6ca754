import type { ExplorerTransaction } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import { type Direction, onlyOf, readDirection } from '../../site/url.ts';
import { isCoinbase } from '../lists/index.ts';
import { isWhole, type NewestRows } from './rows.ts';

/** What of a history is shown: a time range that ends now, in seconds. */
export const SPANS = { '1h': 3_600, '24h': 86_400, '30d': 2_592_000 } as const;
export type Span = keyof typeof SPANS;

/** What a reader has chosen of a history, as in the URL. */
export interface Selection {
  readonly direction: Direction;
  /** The newest transactions come first without it. */
  readonly order?: 'largest' | undefined;
  readonly span?: Span | undefined;
  /** First and last day (`2026-11-29`, UTC), each of them possibly absent; not with `span`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Limits of block times, in Unix seconds, inclusive. */
export interface Times {
  readonly from_time?: number | undefined;
  readonly to_time?: number | undefined;
}

const DAY = 86_400;

/** Unix seconds of a day's start; `undefined` for what is no day from 1970 on that a block can have. */
function startOf(day: string | undefined): number | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  const start = date.getTime() / 1000;
  // 31 February would become 3 March.
  const isDay = start >= 0 && start < 2 ** 32 - DAY && date.toISOString().startsWith(`${day}T`);
  return isDay ? start : undefined;
}

/** Reads the selection from a URL; what is invalid counts as absent, and days in the wrong order are exchanged. */
export function readSelection(params: URLSearchParams): Selection {
  const span = Object.keys(SPANS).find((one) => one === params.get('range')) as Span | undefined;
  const dayOf = (name: string) => {
    const text = params.get(name) ?? undefined;
    return span !== undefined || startOf(text) === undefined ? undefined : text;
  };
  const [from, to] = [dayOf('from'), dayOf('to')];
  const isReversed = from !== undefined && to !== undefined && from > to;
  return {
    direction: readDirection(params.get('direction')),
    order: params.get('order') === 'largest' ? 'largest' : undefined,
    span,
    from: isReversed ? to : from,
    to: isReversed ? from : to,
  };
}

/** The query of a selection's page; empty for the whole history. */
export function queryOf({ direction, order, span, from, to }: Selection): string {
  const given = { direction: onlyOf(direction), range: span, from, to, order };
  const query = new URLSearchParams(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return query === '' ? '' : `?${query}`;
}

/** @param now Unix seconds */
export function timesOf({ span, from, to }: Selection, now: number): Times {
  if (span !== undefined) return { from_time: Math.max(0, now - SPANS[span]) };
  const last = startOf(to);
  return { from_time: startOf(from), to_time: last && last + DAY - 1 };
}

/** True if a time range or an order is chosen: the page then shows the rows that it has, and asks for a list where they end. */
export const isSelective = ({ order, span, from, to }: Selection): boolean =>
  (order ?? span ?? from ?? to) !== undefined;

/** The part of a history that is at hand of a selection. */
export interface SelectedRows {
  /** In the chosen order. */
  readonly items: readonly ExplorerTransaction[];
  /** True if no transaction of the selection is missing. */
  readonly isWhole: boolean;
}

/** Selects from the newest rows of a history. */
export function select(rows: NewestRows, selection: Selection, now: number): SelectedRows {
  const { from_time: from = 0, to_time: to = Infinity } = timesOf(selection, now);
  const only = onlyOf(selection.direction);
  const items = rows.items.filter(
    (row) =>
      row.block_timestamp >= from &&
      row.block_timestamp <= to &&
      (only === undefined || only === (isCoinbase(row) ? 'mined' : row.direction)),
  );
  return {
    items: selection.order === 'largest' ? items.toSorted(byValue) : items,
    // Blocks need not be in the order of their times, so that any older row may belong to a range.
    isWhole: isWhole(rows),
  };
}

/** The largest first; equal ones stay in their order. */
const byValue = (one: ExplorerTransaction, other: ExplorerTransaction): number => {
  const [a, b] = [parsePebbles(one.value), parsePebbles(other.value)];
  return a === b ? 0 : a > b ? -1 : 1;
};

/** Sums of transactions, in pebbles. */
export interface Totals {
  /** From others, coinbases included, and to others; without fees and transfers to oneself. */
  readonly in: bigint;
  readonly out: bigint;
  /** Paid by the address. */
  readonly fees: bigint;
  /** Of these, the one of the highest value; the first of equal ones. */
  readonly largest: ExplorerTransaction | undefined;
}

export function totalsOf(items: readonly ExplorerTransaction[], address: Address): Totals {
  const others = items.filter((row) => row.from_address !== row.to_address);
  const isSent = (row: ExplorerTransaction) => row.from_address === address;
  const sum = (rows: readonly ExplorerTransaction[], field: 'value' | 'fee') =>
    rows.reduce((total, row) => total + parsePebbles(row[field]), 0n);
  return {
    in: sum(
      others.filter((row) => !isSent(row)),
      'value',
    ),
    out: sum(others.filter(isSent), 'value'),
    fees: sum(items.filter(isSent), 'fee'),
    largest: others.toSorted(byValue)[0],
  };
}
