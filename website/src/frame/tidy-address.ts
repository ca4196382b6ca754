import { DIRECTIONS } from '../address/direction.ts';
import { PAGE_SIZES } from '../lists/list-place.ts';
import { readBefore, readPage } from '../lib/pages.ts';

/** Whether a parameter of a list's address means what it says; where it does not, a page shows what it shows without it. */
const MEANS: Readonly<Record<string, (text: string) => boolean>> = {
  before: (text) => readBefore(text) !== undefined,
  size: (text) => PAGE_SIZES.some((size) => String(size) === text),
  page: (text) => String(readPage(text)) === text,
  direction: (text) => DIRECTIONS.some((direction) => direction === text),
};

/** The address without parameters of lists that mean nothing; all others stay. */
export function tidyAddress(address: string): string {
  const url = new URL(address);
  const wrong = Object.keys(MEANS).filter((name) => {
    const text = url.searchParams.get(name);
    return text !== null && !MEANS[name]!(text);
  });
  if (wrong.length === 0) return address;
  for (const name of wrong) url.searchParams.delete(name);
  return url.href;
}
