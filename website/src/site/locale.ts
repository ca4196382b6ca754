import { LANGUAGES as LOCALES, type UiLanguage as Locale } from '@cairn/ui/messages.js';

/** The site's languages. The paths of the default language have no prefix. */
export { LOCALES, type Locale };

export const DEFAULT_LOCALE: Locale = 'en';

const isLocale = (text: string | undefined): text is Locale => LOCALES.some((locale) => locale === text);

/** The language of a page, by the first part of its path: `/de/blocks` is German, `/blocks` English. */
export function localeOfPath(path: string): Locale {
  const first = path.split('/')[1];
  return isLocale(first) ? first : DEFAULT_LOCALE;
}

/** A path without its language: `/de/blocks` → `/blocks`, `/de` → `/`. */
export function withoutLocale(path: string): string {
  const prefix = `/${localeOfPath(path)}`;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/**
 * The same page in a language.
 * @param path path without a language, with or without query: `/blocks?before=5`
 */
export function localizedPath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return `/${locale}${path === '/' ? '' : path}`;
}
