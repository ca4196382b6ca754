import { type Locale, localizedPath, withoutLocale } from '../messages/locale.ts';
import { readDirection } from '../address/direction.ts';
import { listPlace } from '../lists/list-place.ts';
import { readPage } from './pages.ts';

/** HTML cannot say NUL: browsers read U+FFFD in its place, and so does everything that a page does with an address. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** Last part of a path, decoded: the reference in `/de/blocks/12`. What cannot be decoded stays as it is. */
export function lastSegment(url: URL): string {
  const segment = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    return withoutNul(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

/** Parameters in the address of each page, for its `.astro` on the server and its island on a static host. */
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

/** The path of this very page in another language, its query included. */
export function samePlaceIn(locale: Locale, url: URL): string {
  return localizedPath(locale, withoutLocale(url.pathname)) + url.search;
}
