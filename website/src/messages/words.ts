import { type Links, linksFor } from '../lib/links.ts';
import { catalogues, type Messages } from './catalogues.ts';
import type { Locale } from './locale.ts';
import { createTranslator, type Translator } from './translate.ts';

/** Everything that a page says depends on its language: messages, numbers and the addresses of other pages. */
export interface Words extends Translator<Messages> {
  readonly locale: Locale;
  /** A count or height, grouped: `1,234`. Amounts of coins never go through here. */
  count: (count: number) => string;
  /** A share from 0 to 1 as a percentage with at most `digits` (2) fraction digits. */
  percent: (share: number, digits?: number) => string;
  /** Bytes for the eye: exact below 1 KiB, else one or two decimals of KiB or MiB. */
  bytes: (bytes: number) => string;
  /** Paths of the site's pages in this language. */
  readonly link: Links;
}

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
  const messages = catalogues[locale];
  if (messages === undefined) throw new Error(`the page does not speak ${locale}`);
  const whole = new Intl.NumberFormat(locale);
  const decimals = (digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [one, two] = [decimals(1), decimals(2)];
  return {
    ...createTranslator<Messages>(locale, messages),
    locale,
    count: (count) => whole.format(count),
    percent: (share, digits = 2) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    bytes: (bytes) => {
      if (bytes < KIB) return `${bytes} B`;
      return bytes < MIB ? `${one.format(bytes / KIB)} KiB` : `${two.format(bytes / MIB)} MiB`;
    },
    link: linksFor(locale),
  };
}
