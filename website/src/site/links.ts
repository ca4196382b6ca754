import type { TransactionId, Address } from '@cairn/protocol';
import { type Locale, localizedPath } from './locale.ts';

/** Paths of the site's pages in one language. References are percent-encoded, because they come from users and the API. */
export function linksFor(locale: Locale) {
  /** A page by its path without a language, such as `/statistics`. */
  const page = (path: string): string => localizedPath(locale, path);
  const item = (kind: string, reference: string | number): string =>
    page(`/${kind}/${encodeURIComponent(reference)}`);
  return {
    page,
    block: (reference: string | number) => item('blocks', reference),
    transaction: (id: TransactionId) => item('transactions', id),
    address: (address: Address) => item('addresses', address),
    /** The rewards that an address has got as a miner, in its history. */
    mined: (address: Address) => `${item('addresses', address)}?direction=mined`,
    /** The block list; `before` is exclusive, as the API's `before_height`. */
    blocks: (before?: number) => page(before === undefined ? '/blocks' : `/blocks?before=${before}`),
    /** The blocks that an address has mined. */
    blocksOf: (miner: Address) => page(`/blocks?miner=${encodeURIComponent(miner)}`),
    search: (query: string) => page(`/search?q=${encodeURIComponent(query)}`),
  };
}

/** The path of a list at a page number, counted from 1. */
export const pageLink = (path: string, page: number): string =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
