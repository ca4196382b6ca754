import { amountText, numberText } from '@cairn/ui';
import { createTexts, type Dictionary, type Texts, type Translator } from '@cairn/ui/messages.js';
import { linksFor } from './links.ts';
import type { Locale } from './locale.ts';
import { siteTexts } from './texts.ts';

const KIB = 1024;
const MIB = KIB * KIB;
/** Longest reference that is shown whole; a longer one keeps `EDGE` characters at each end. */
const [SHOWN_WHOLE, EDGE] = [12, 6];

/** Formats and page links of one language. */
export type Formats = ReturnType<typeof formatsOf>;

function formatsOf(locale: Locale) {
  return {
    /** An exact amount with its unit, for places without markup: `1,234.50 CRN`. @param pebbles */
    amount: (pebbles: bigint): string => amountText(pebbles, locale),
    /** A count or height with grouped digits: `1,234`. Not for amounts of coins. */
    count: (count: number): string => numberText(count, locale),
    /** A share from 0 to 1 as a percentage with at most `digits` decimals; `< 0.01%` for a smaller one than that. */
    percent: (share: number, digits = 2): string => {
      const least = 10 ** -(digits + 2);
      const isSmall = share > 0 && share < least;
      const text = numberText((isSmall ? least : share) * 100, locale, digits);
      return `${isSmall ? '< ' : ''}${text}${locale === 'de' ? '\u00a0' : ''}%`;
    },
    /** A size: exact below 1 KiB, else one or two decimals of KiB or MiB. */
    bytes: (bytes: number): string => {
      if (bytes < KIB) return `${bytes} B`;
      return bytes < MIB
        ? `${numberText(bytes / KIB, locale, 1, 1)} KiB`
        : `${numberText(bytes / MIB, locale, 2, 2)} MiB`;
    },
    /**
     * A block reference, ID or address for a title: `1,234` for a height, `dQJ2gP…wCo123` for anything long.
     * @param reference any text: it can come from the address bar
     */
    shortReference: (reference: string): string => {
      if (/^\d{1,10}$/.test(reference)) return numberText(Number(reference), locale);
      if (reference.length <= SHOWN_WHOLE) return reference;
      return `${reference.slice(0, EDGE)}…${reference.slice(-EDGE)}`;
    },
    /** Paths of the site's pages in this language. */
    link: linksFor(locale),
  };
}

const FORMATS = { en: formatsOf('en'), de: formatsOf('de') };

/** Texts of a part of the site, with the formats and links of each language. */
export type SiteTexts<Own extends Dictionary> = Texts<Own, Formats>;

/** Texts of a part of the site in one language. */
export type TranslationsInto<Own extends Dictionary> = Translator<Own> & Formats;

/** The type of the translations of a part of the site: `TranslationsOf<typeof texts>`. */
export type TranslationsOf<Part extends { dictionary: Dictionary }> = TranslationsInto<Part['dictionary']>;

/**
 * Defines the texts of a feature beside its views, in both languages; its translations also know the texts of the site.
 * Missing keys and parameters are type errors.
 */
export function defineTexts<const Own extends Dictionary>(own: Own): SiteTexts<Own & typeof siteTexts> {
  return createTexts({ ...siteTexts, ...own }, FORMATS);
}

export const { translationsFor, useTranslations } = createTexts(siteTexts, FORMATS);

/** The translations of the texts of the site alone. */
export type Translations = TranslationsInto<typeof siteTexts>;
