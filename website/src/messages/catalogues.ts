import type { Catalogue, Message } from '@cairn/ui/messages.js';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locale.ts';
import type { messages as base } from './en.ts';
import type { messages as charts } from './groups/charts/en.ts';
import type { messages as details } from './groups/details/en.ts';
import type { messages as figures } from './groups/figures/en.ts';
import type { messages as miners } from './groups/miners/en.ts';
import type { messages as personal } from './groups/personal/en.ts';
import type { messages as search } from './groups/search/en.ts';
import type { messages as server } from './groups/server/en.ts';
import type { messages as verify } from './groups/verify/en.ts';

/** Keys and parameters of all messages: those that every page loads, and those of the groups. */
export type Messages = typeof base &
  typeof charts &
  typeof details &
  typeof figures &
  typeof miners &
  typeof personal &
  typeof search &
  typeof server &
  typeof verify;

/** For each language, a function that imports a catalogue. */
type CatalogueLoaders = Readonly<Record<Locale, () => Promise<{ readonly messages: Catalogue }>>>;

/**
 * The loaded messages by language. The server loads all; a page loads only its language, and only the groups that its
 * islands import.
 */
export const catalogues: Record<Locale, Record<string, Message>> = { en: {}, de: {} };

/** Languages whose messages are loaded: all on the server, one in the browser. */
export const LOADED_LOCALES: readonly Locale[] = import.meta.env.SSR
  ? LOCALES
  : [LOCALES.find((locale) => locale === document.documentElement.lang) ?? DEFAULT_LOCALE];

/**
 * Loads a group of messages. The group's `index.ts` awaits it, so a module that imports the `index.ts` has the
 * messages.
 */
export async function loadGroup(loaders: CatalogueLoaders): Promise<void> {
  await Promise.all(
    LOADED_LOCALES.map(async (locale) =>
      Object.assign(catalogues[locale], (await loaders[locale]()).messages),
    ),
  );
}
