import type { Catalogue, Message } from '@cairn/ui/messages.js';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locale.ts';
import type { messages as base } from './en.ts';
import type { messages as charts } from './rooms/charts/en.ts';
import type { messages as details } from './rooms/details/en.ts';
import type { messages as figures } from './rooms/figures/en.ts';
import type { messages as miners } from './rooms/miners/en.ts';
import type { messages as own } from './rooms/own/en.ts';
import type { messages as search } from './rooms/search/en.ts';
import type { messages as server } from './rooms/server/en.ts';
import type { messages as verify } from './rooms/verify/en.ts';

/** Keys and parameters of the site's own messages: what every page says, and the rooms. */
export type Messages = typeof base &
  typeof charts &
  typeof details &
  typeof figures &
  typeof miners &
  typeof own &
  typeof search &
  typeof server &
  typeof verify;

/** A catalogue in each language, each a script of its own. */
export type Languages = Readonly<Record<Locale, () => Promise<{ readonly messages: Catalogue }>>>;

/**
 * Messages by language, as far as they have come. The server has all of them; a page has those of its own language, and of
 * the rooms that its islands name.
 */
export const catalogues: Record<Locale, Record<string, Message>> = { en: {}, de: {} };

/** Languages that this process or page speaks. */
export const SPOKEN: readonly Locale[] = import.meta.env.SSR
  ? LOCALES
  : [LOCALES.find((locale) => locale === document.documentElement.lang) ?? DEFAULT_LOCALE];

/** Adds a room to what the page says. A part of the page that needs a room waits for it: `await openRoom(…)` in a module. */
export async function openRoom(languages: Languages): Promise<void> {
  await Promise.all(
    SPOKEN.map(async (locale) => Object.assign(catalogues[locale], (await languages[locale]()).messages)),
  );
}
