import type { ExplorerTransaction } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { type Filter, isCoinbase, timesOf } from '../lists/index.ts';
import { isWhole, type NewestRows } from './rows.ts';

/** What a reader has chosen of a history. */
export type Selection = Filter<'direction'>;

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
  const { only, order } = selection;
  const items = rows.items.filter(
    (row) =>
      row.block_timestamp >= from &&
      row.block_timestamp <= to &&
      (only === undefined || only === (isCoinbase(row) ? 'mined' : row.direction)),
  );
  return {
    items: order === 'largest' ? items.toSorted(byValue) : items,
    // Blocks need not be in the order of their times, so that any older row may belong to a range.
    isWhole: isWhole(rows),
  };
}

/** The largest first; equal ones stay in their order. */
const byValue = (one: ExplorerTransaction, other: ExplorerTransaction): number => {
  const [a, b] = [parsePebbles(one.value), parsePebbles(other.value)];
  return a === b ? 0 : a > b ? -1 : 1;
};

/** Of payments to and from others, the one of the highest value; the first of equal ones. */
export const largestOf = (items: readonly ExplorerTransaction[]): ExplorerTransaction | undefined =>
  items.filter((row) => row.from_address !== row.to_address && !isCoinbase(row)).toSorted(byValue)[0];
