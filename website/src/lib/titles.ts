import { numberText } from '@cairn/ui';
import type { Locale } from '../messages/locale.ts';

const SHOWN_WHOLE = 12;
const EDGE = 6;

/**
 * A reference as a title has room for it: `1,234` for a height, `dQJ2gP…wCo123` for something long. It comes from the
 * address bar and can be anything: only its edges show.
 */
export function referenceShort(reference: string, locale: Locale): string {
  if (/^\d{1,10}$/.test(reference)) return numberText(Number(reference), locale);
  if (reference.length <= SHOWN_WHOLE) return reference;
  return `${reference.slice(0, EDGE)}…${reference.slice(-EDGE)}`;
}
