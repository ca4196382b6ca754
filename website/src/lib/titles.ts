import { formatCount } from './words.ts';

const SHOWN_WHOLE = 12;
const EDGE = 6;

/**
 * Title of a page about one thing, such as `Block 1,234` or `Address dQJ2gP…wCo123`. A reference comes from the address
 * bar and can be anything: only its edges show.
 */
export function referenceTitle(what: string, reference: string): string {
  if (/^\d{1,10}$/.test(reference)) return `${what} ${formatCount(Number(reference))}`;
  if (reference.length <= SHOWN_WHOLE) return `${what} ${reference}`;
  return `${what} ${reference.slice(0, EDGE)}…${reference.slice(-EDGE)}`;
}
