/** Paths of the site's pages. References come from people and from the API: each is encoded. */
export const blockLink = (reference: string | number): string =>
  `/blocks/${encodeURIComponent(String(reference))}`;

export const transactionLink = (id: string): string => `/transactions/${encodeURIComponent(id)}`;

export const addressLink = (address: string): string => `/addresses/${encodeURIComponent(address)}`;

/** The block list; `before` is exclusive, as the API's `before_height`. */
export const blocksLink = (before?: number): string =>
  before === undefined ? '/blocks' : `/blocks?before=${before}`;

export const searchLink = (query: string): string => `/search?q=${encodeURIComponent(query)}`;

/** The same page at another page number, counted from 1. */
export const pageLink = (path: string, page: number): string => (page === 1 ? path : `${path}?page=${page}`);
