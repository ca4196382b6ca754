import { type Locale, localizedPath, withoutLocale } from './locale.ts';

/** Rows on a page of a list. */
export const PAGE_SIZE = 25;

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

/** Path and query of the same page in another language. */
export function samePageIn(locale: Locale, url: URL): string {
  return localizedPath(locale, withoutLocale(url.pathname)) + url.search;
}

/** The parameters in the URL of the search page. */
export const searchParams = (url: URL) => ({ text: withoutNul(url.searchParams.get('q') ?? '') });
