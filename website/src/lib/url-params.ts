import { type Locale, localizedPath, withoutLocale } from '../messages/locale.ts';
import { listParams, PAGE_SIZES } from '../lists/list-params.ts';
import { readBefore, readPage } from './pages.ts';

/** HTML cannot contain NUL; browsers show U+FFFD in its place. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** Last segment of a path, decoded if possible: the reference in `/de/blocks/12`. */
export function lastSegment(url: URL): string {
  const segment = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    return withoutNul(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

/** Transactions of an address to show: all, or incoming, or outgoing. A transfer from the address to itself is both. */
export type Direction = 'all' | 'in' | 'out';

export const DIRECTIONS: readonly Direction[] = ['all', 'in', 'out'];

/** Reads the parameter `direction` of a URL; `all` for an absent or invalid value. */
export function readDirection(text: string | null): Direction {
  return DIRECTIONS.find((direction) => direction === text) ?? 'all';
}

// Each of the following functions reads a page's parameters from its URL: the page's `.astro` calls it on the server,
// the island on a static host.

export const blocksParams = (url: URL) => ({ params: listParams(url) });

export const transactionsParams = (url: URL) => ({ params: listParams(url) });

export const blockParams = (url: URL) => ({
  reference: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
});

export const transactionParams = (url: URL) => ({ id: lastSegment(url) });

export const addressParams = (url: URL) => ({
  address: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
  direction: readDirection(url.searchParams.get('direction')),
});

export const addressesParams = (url: URL) => ({ page: readPage(url.searchParams.get('page')) });

export const searchPageParams = (url: URL) => ({
  text: withoutNul(url.searchParams.get('q') ?? ''),
});

/** Path and query of the same page in another language. */
export function samePageIn(locale: Locale, url: URL): string {
  return localizedPath(locale, withoutLocale(url.pathname)) + url.search;
}

/** Checks a parameter of a list by its name; a page ignores an invalid value. */
const IS_VALID: Readonly<Record<string, (text: string) => boolean>> = {
  before: (text) => readBefore(text) !== undefined,
  size: (text) => PAGE_SIZES.some((size) => String(size) === text),
  page: (text) => String(readPage(text)) === text,
  direction: (text) => DIRECTIONS.some((direction) => direction === text),
};

/** Removes the invalid parameters of lists from a URL; all other parameters stay. */
export function withoutInvalidParams(href: string): string {
  const url = new URL(href);
  const invalid = Object.keys(IS_VALID).filter((name) => {
    const text = url.searchParams.get(name);
    return text !== null && !IS_VALID[name]!(text);
  });
  if (invalid.length === 0) return href;
  for (const name of invalid) url.searchParams.delete(name);
  return url.href;
}
