/** Rows on a page of transactions. */
export const PAGE_SIZE = 25;

/** Rows of each list on the front page. */
export const HOME_ROWS = 10;

/** Blocks that the front page loads: its table shows ten, its charts all. */
export const HOME_BLOCKS = 30;

/** Maximum number of stale blocks listed: as many as one answer of the API can have. */
export const STALE_BLOCKS = 100;

/** Highest offset that the API accepts. */
const MAX_OFFSET = 2_147_483_647;
const MAX_HEIGHT = 0xffff_ffff;

/** Reads the parameter `page` of a URL, counted from 1; 1 for an absent or invalid value. */
export function readPage(text: string | null): number {
  const page = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 1;
  return (page - 1) * PAGE_SIZE > MAX_OFFSET ? 1 : page;
}

/**
 * The `before` of a URL: a height, or the number of a transaction; `undefined` (the newest rows) for any other value.
 */
export function readBefore(text: string | null): number | undefined {
  const height = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return height <= MAX_HEIGHT ? height : undefined;
}

/**
 * Position of a page in a list. `first` and `last` count rows from 1; `previous` and `next` are page numbers, if any.
 */
interface PageWindow {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/**
 * The position of a page in a list of `total` rows.
 * @param page counted from 1
 * @param count rows on this page
 */
export function pageWindow(page: number, count: number, total: number): PageWindow {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + count - 1;
  return {
    first,
    last,
    total,
    previous: page > 1 ? page - 1 : undefined,
    next: last < total && count > 0 ? page + 1 : undefined,
  };
}
