import { DEFAULT_LOCALE, type Locale } from './locale.ts';
import type { catalogue } from './en/index.ts';
import type { Translation } from './message.ts';

/** Keys and parameters of the site's own catalogue. */
export type Messages = typeof catalogue;

type Loaded = Partial<Record<Locale, Translation<Messages>>>;

/**
 * The catalogues that this process or page needs. The server speaks every language; a page only its own, and so the
 * browser fetches one catalogue. Islands are modules that wait for it.
 */
export const catalogues: Loaded = import.meta.env.SSR
  ? { en: await english(), de: await german() }
  : await pageCatalogue();

async function pageCatalogue(): Promise<Loaded> {
  return document.documentElement.lang === 'de'
    ? { de: await german() }
    : { [DEFAULT_LOCALE]: await english() };
}

async function english(): Promise<Translation<Messages>> {
  return (await import('./en/index.ts')).catalogue;
}

async function german(): Promise<Translation<Messages>> {
  return (await import('./de/index.ts')).catalogue;
}
