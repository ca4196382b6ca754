import { numberText } from '@cairn/ui';
import type { Message } from '@cairn/ui/messages.js';
import { type Links, linksFor } from '../lib/links.ts';
import { catalogues, type Messages, openRoom, SPOKEN } from './catalogues.ts';
import type { Locale } from './locale.ts';
import { createTranslator, type Translator } from '@cairn/ui/messages.js';

/** Everything that a page says depends on its language: messages, numbers and the addresses of other pages. */
export interface Words extends Translator<Messages> {
  readonly locale: Locale;
  /** A count or height, grouped: `1,234`. Amounts of coins never go through here. */
  count: (count: number) => string;
  /** A share from 0 to 1 as a percentage with at most `digits` (2) fraction digits; `< 0.01%` for less than that. */
  percent: (share: number, digits?: number) => string;
  /** Bytes for the eye: exact below 1 KiB, else one or two decimals of KiB or MiB. */
  bytes: (bytes: number) => string;
  /** Paths of the site's pages in this language. */
  readonly link: Links;
}

// Islands are modules that wait for this. The server needs every room; a page's islands name theirs.
await openRoom({ en: () => import('./en.ts'), de: () => import('./de.ts') });
if (import.meta.env.SSR) await import('./rooms/all.ts');

const made = new Map<Locale, Words>();

/** The words of a language; one object a language, so that it can stand in a list of dependencies. */
export function wordsFor(locale: Locale): Words {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const words = makeWords(locale);
  made.set(locale, words);
  return words;
}

const KIB = 1024;
const MIB = KIB * KIB;

function makeWords(locale: Locale): Words {
  if (!SPOKEN.includes(locale)) throw new Error(`the page does not speak ${locale}`);
  // Made when it is first needed: to make one costs more than to use it.
  const shares = new Map<number, Intl.NumberFormat>();
  return {
    ...createTranslator<Messages>(locale, catalogues[locale] as Record<keyof Messages, Message>),
    locale,
    count: (count) => numberText(count, locale),
    percent: (share, digits = 2) => {
      const format =
        shares.get(digits) ??
        new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits });
      shares.set(digits, format);
      // A small amount is not shown as zero.
      const least = 10 ** -(digits + 2);
      return share > 0 && share < least ? `< ${format.format(least)}` : format.format(share);
    },
    bytes: (bytes) => {
      if (bytes < KIB) return `${bytes} B`;
      return bytes < MIB
        ? `${numberText(bytes / KIB, locale, 1, 1)} KiB`
        : `${numberText(bytes / MIB, locale, 2, 2)} MiB`;
    },
    link: linksFor(locale),
  };
}
