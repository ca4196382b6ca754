import { readBefore, ROW_CHOICES } from '../../site/url.ts';

type PageSize = (typeof ROW_CHOICES)[number];

const DEFAULT_SIZE: PageSize = 25;

/** The page of a list that is shown. It is in the URL, so that a copied URL, Back and Forward show the same rows. */
export interface ListParams {
  /**
   * Exclusive anchor: only rows below it are listed. For blocks it is a height; for transactions it is a number in the
   * chain, counted from 1 for the oldest. Neither changes with the tip. Absent for the newest page.
   */
  readonly before?: number | undefined;
  readonly size: PageSize;
}

/** Reads a list's parameters from the URL; an invalid anchor or size counts as absent. */
export function listParams(url: URL): ListParams {
  const size = ROW_CHOICES.find((one) => String(one) === url.searchParams.get('size'));
  return { before: readBefore(url.searchParams.get('before')), size: size ?? DEFAULT_SIZE };
}

/** The path of a list with these parameters. @param path without a query */
export function listPath(path: string, { before, size }: ListParams): string {
  const query = new URLSearchParams();
  if (before !== undefined) query.set('before', String(before));
  if (size !== DEFAULT_SIZE) query.set('size', String(size));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Parameters of the neighbouring pages; `undefined` at the end of the list. */
export interface Neighbours {
  readonly newer: ListParams | undefined;
  readonly older: ListParams | undefined;
}

/**
 * The neighbouring pages of a page.
 * @param highest number (or height) of its newest row
 * @param lowest number (or height) of its oldest row
 * @param newest number (or height) of the newest row of the list
 * @param oldest number (or height) of the oldest row of the list: 0 for heights, 1 for numbers of transactions
 */
export function neighbours(
  size: PageSize,
  rows: { highest: number; lowest: number; newest: number; oldest: number },
): Neighbours {
  const anchor = rows.highest + 1 + size;
  return {
    newer:
      rows.highest >= rows.newest ? undefined : anchor > rows.newest ? { size } : { before: anchor, size },
    older: rows.lowest > rows.oldest ? { before: rows.lowest, size } : undefined,
  };
}

/** The props of a page with a list, from its URL. */
export const listPageParams = (url: URL) => ({ params: listParams(url) });
