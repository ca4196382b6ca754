import type { TransactionId, Address } from '@cairn/protocol';
import { type Locale, localizedPath } from './locale.ts';

/**
 * Paths of the site's pages in one language. References are percent-encoded, because they come from users and the API.
 */
export interface Links {
  /** A page by its path without a language, such as `/statistics`. */
  page: (path: string) => string;
  block: (reference: string | number) => string;
  transaction: (id: TransactionId) => string;
  address: (address: Address) => string;
  /** The blocks that an address has mined, in its history. */
  mined: (address: Address) => string;
  /** The block list; `before` is exclusive, as the API's `before_height`. */
  blocks: (before?: number) => string;
  search: (query: string) => string;
}

/** The links of a language. */
export function linksFor(locale: Locale): Links {
  const page = (path: string) => localizedPath(locale, path);
  return {
    page,
    block: (reference) => page(`/blocks/${encodeURIComponent(String(reference))}`),
    transaction: (id) => page(`/transactions/${encodeURIComponent(id)}`),
    address: (address) => page(`/addresses/${encodeURIComponent(address)}`),
    mined: (address) => page(`/addresses/${encodeURIComponent(address)}?direction=mined`),
    blocks: (before) => page(before === undefined ? '/blocks' : `/blocks?before=${before}`),
    search: (query) => page(`/search?q=${encodeURIComponent(query)}`),
  };
}

/** The path of a list at a page number, counted from 1. */
export const pageLink = (path: string, page: number): string =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
