import { PAGE_SIZE, readBefore } from '../../site/url.ts';

/** The page of a list that is shown. It is in the URL, so that a copied URL, Back and Forward show the same rows. */
export interface ListParams {
  /**
   * Exclusive anchor: only rows below it are listed. For blocks it is a height; for transactions it is a number in the
   * chain, counted from 1 for the oldest. Neither changes with the tip. Absent for the newest page.
   */
  readonly before?: number | undefined;
}

/** Reads a list's parameters from the URL; an invalid anchor counts as absent. */
export const listPageParams = (url: URL): ListParams => ({
  before: readBefore(url.searchParams.get('before')),
});

/** Numbers (or heights) of the rows of a page, and of the newest and the oldest row of the list. */
export interface RowNumbers {
  readonly highest: number;
  readonly lowest: number;
  readonly newest: number;
  /** 0 for heights, 1 for numbers of transactions. */
  readonly oldest: number;
}

/** Paths of the neighbouring pages; `undefined` at the end of the list. @param path of the list, without a query */
export function neighbours(path: string, { highest, lowest, newest, oldest }: RowNumbers) {
  const below = (before: number): string => `${path}?before=${before}`;
  const anchor = highest + 1 + PAGE_SIZE;
  return {
    newer: highest >= newest ? undefined : anchor > newest ? path : below(anchor),
    older: lowest > oldest ? below(lowest) : undefined,
  };
}
