import { numberText } from '@cairn/ui';
import { createTranslator, type Message, type Translator } from '@cairn/ui/messages.js';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Links, linksFor } from '../lib/links.ts';
import { catalogues, type Messages, loadGroup, LOADED_LOCALES } from './catalogues.ts';
import { DEFAULT_LOCALE, type Locale } from './locale.ts';

/** Messages, formats and page links in one language. */
export interface Translations extends Translator<Messages> {
  readonly locale: Locale;
  /** A count or height with grouped digits: `1,234`. Not for amounts of coins. */
  count: (count: number) => string;
  /**
   * A share from 0 to 1 as a percentage with at most `digits` (default 2) decimals; `< 0.01%` for a smaller one than
   * that.
   */
  percent: (share: number, digits?: number) => string;
  /** A size: exact below 1 KiB, else one or two decimals of KiB or MiB. */
  bytes: (bytes: number) => string;
  /**
   * A block reference, ID or address for a title: `1,234` for a height, `dQJ2gP…wCo123` for anything long.
   * @param reference any text: it can come from the address bar
   */
  shortReference: (reference: string) => string;
  /** Paths of the site's pages in this language. */
  readonly link: Links;
}

// Islands wait for this module. The server loads every group; in the browser, each island imports the groups that it
// uses.
await loadGroup({ en: () => import('./en.ts'), de: () => import('./de.ts') });
if (import.meta.env.SSR) await import('./groups/all.ts');

const cache = new Map<Locale, Translations>();

/** The translations of a language: always the same object, so that it can be a dependency of a hook. */
export function translationsFor(locale: Locale): Translations {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const translations = makeTranslations(locale);
  cache.set(locale, translations);
  return translations;
}

const KIB = 1024;
const MIB = KIB * KIB;
/** Longest reference that is shown whole; a longer one keeps `EDGE` characters at each end. */
const [SHOWN_WHOLE, EDGE] = [12, 6];

function makeTranslations(locale: Locale): Translations {
  if (!LOADED_LOCALES.includes(locale)) throw new Error(`messages not loaded: ${locale}`);
  // By number of digits. Created when first needed and then reused, because creating a format costs more than using it.
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
      // A small share is not shown as zero.
      const least = 10 ** -(digits + 2);
      return share > 0 && share < least ? `< ${format.format(least)}` : format.format(share);
    },
    bytes: (bytes) => {
      if (bytes < KIB) return `${bytes} B`;
      return bytes < MIB
        ? `${numberText(bytes / KIB, locale, 1, 1)} KiB`
        : `${numberText(bytes / MIB, locale, 2, 2)} MiB`;
    },
    shortReference: (reference) => {
      if (/^\d{1,10}$/.test(reference)) return numberText(Number(reference), locale);
      if (reference.length <= SHOWN_WHOLE) return reference;
      return `${reference.slice(0, EDGE)}…${reference.slice(-EDGE)}`;
    },
    link: linksFor(locale),
  };
}

/** Translations for the components of an island, set by `island()`. Outside an island: English. */
export const TranslationsContext = createContext<Translations | undefined>(undefined);

/** Translations into the language of the island. */
export function useTranslations(): Translations {
  return useContext(TranslationsContext) ?? translationsFor(DEFAULT_LOCALE);
}
