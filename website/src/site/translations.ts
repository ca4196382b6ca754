import { numberText } from '@cairn/ui';
import {
  type Catalogue,
  createTranslator,
  type Dictionary,
  type DictionaryOf,
  type English,
  type Translator,
} from '@cairn/ui/messages.js';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Links, linksFor } from './links.ts';
import { DEFAULT_LOCALE, type Locale, LOCALES } from './locale.ts';
import { siteTexts } from './texts.ts';

/** Formats and page links of one language. */
export interface Formats {
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

const KIB = 1024;
const MIB = KIB * KIB;
/** Longest reference that is shown whole; a longer one keeps `EDGE` characters at each end. */
const [SHOWN_WHOLE, EDGE] = [12, 6];

const FORMATS = Object.fromEntries(LOCALES.map((locale) => [locale, formatsOf(locale)])) as Record<
  Locale,
  Formats
>;

function formatsOf(locale: Locale): Formats {
  // By number of digits. Created when first needed and then reused, because creating a format costs more than using it.
  const shares = new Map<number, Intl.NumberFormat>();
  return {
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

/** Texts of a part of the site in one language, with the formats of that language. */
export interface TranslationsInto<Messages extends Catalogue> extends Translator<Messages>, Formats {
  /** With it, the types tell the translations of one part from those of another, which has other keys. */
  readonly dictionary: DictionaryOf<Messages>;
}

/** Texts of a part of the site in every language. */
export interface Texts<Messages extends Catalogue> {
  readonly dictionary: DictionaryOf<Messages>;
  /** The translations into a language: always the same object, so that it can be a dependency of a hook. */
  translationsFor: (locale: Locale) => TranslationsInto<Messages>;
  /** The translations into the language of the island. */
  useTranslations: () => TranslationsInto<Messages>;
}

/** The type of the translations of a part of the site: `TranslationsOf<typeof texts>`. */
export type TranslationsOf<Part extends { translationsFor: (locale: Locale) => unknown }> = ReturnType<
  Part['translationsFor']
>;

/** Language of the components of an island, set by `island()`; English outside an island. */
export const LocaleContext = createContext<Locale>(DEFAULT_LOCALE);

type SiteMessages = English<typeof siteTexts>;

/**
 * Defines the texts of a feature beside its views, in both languages; its translations also know the texts of the site.
 * Missing keys and parameters are type errors.
 */
export function defineTexts<const Own extends Dictionary>(own: Own): Texts<English<Own> & SiteMessages> {
  return textsOf<English<Own> & SiteMessages>({ ...siteTexts, ...own });
}

const site = textsOf<SiteMessages>(siteTexts);

export const { translationsFor, useTranslations } = site;

/** The translations of the texts of the site alone. */
export type Translations = TranslationsOf<typeof site>;

function textsOf<Messages extends Catalogue>(dictionary: DictionaryOf<Messages>): Texts<Messages> {
  const made = new Map<Locale, TranslationsInto<Messages>>();
  const translationsFor = (locale: Locale): TranslationsInto<Messages> => {
    const translations = made.get(locale) ?? {
      ...createTranslator<Messages>(locale, dictionary),
      ...FORMATS[locale],
      dictionary,
    };
    made.set(locale, translations);
    return translations;
  };
  return {
    dictionary,
    translationsFor,
    useTranslations: () => translationsFor(useContext(LocaleContext)),
  };
}
