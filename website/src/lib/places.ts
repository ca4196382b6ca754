import { type Locale, localizedPath, withoutLocale } from '../messages/locale.ts';
import { listPlace, PAGE_SIZES } from '../lists/list-place.ts';
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

/** Transactions of an address to show: all, or those that come in or go out. A transfer to itself does both. */
export type Direction = 'all' | 'in' | 'out';

export const DIRECTIONS: readonly Direction[] = ['all', 'in', 'out'];

/** The `direction` of an address bar; all for any other value. */
export function readDirection(text: string | null): Direction {
  return DIRECTIONS.find((direction) => direction === text) ?? 'all';
}

// Each of these reads a page's parameters from its URL: on the server in its `.astro`, on a static host in its island.

export const blocksPlace = (url: URL) => ({ place: listPlace(url) });

export const transactionsPlace = (url: URL) => ({ place: listPlace(url) });

export const blockPlace = (url: URL) => ({
  reference: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
});

export const transactionPlace = (url: URL) => ({ id: lastSegment(url) });

export const addressPlace = (url: URL) => ({
  address: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
  direction: readDirection(url.searchParams.get('direction')),
});

export const addressesPlace = (url: URL) => ({ page: readPage(url.searchParams.get('page')) });

export const searchPlace = (url: URL) => ({
  text: withoutNul(url.searchParams.get('q') ?? ''),
});

/** Path and query of the same page in another language. */
export function samePlaceIn(locale: Locale, url: URL): string {
  return localizedPath(locale, withoutLocale(url.pathname)) + url.search;
}

/** Checks the value of a list's parameter; a page ignores an invalid one. */
const IS_VALID: Readonly<Record<string, (text: string) => boolean>> = {
  before: (text) => readBefore(text) !== undefined,
  size: (text) => PAGE_SIZES.some((size) => String(size) === text),
  page: (text) => String(readPage(text)) === text,
  direction: (text) => DIRECTIONS.some((direction) => direction === text),
};

/** The URL without invalid parameters of lists; all others stay. */
export function tidyAddress(address: string): string {
  const url = new URL(address);
  const invalid = Object.keys(IS_VALID).filter((name) => {
    const text = url.searchParams.get(name);
    return text !== null && !IS_VALID[name]!(text);
  });
  if (invalid.length === 0) return address;
  for (const name of invalid) url.searchParams.delete(name);
  return url.href;
}
