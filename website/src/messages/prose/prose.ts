import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { Locale } from '../locale.ts';
import { prose as de } from './de.ts';
import { prose as en } from './en.ts';

const TRANSLATORS: Readonly<Record<Locale, Translator<typeof en>>> = {
  en: createTranslator<typeof en>('en', en),
  de: createTranslator<typeof en>('de', de),
};

/** Texts of the pages without data and of the API page, for `.astro` files, which run only on the server. */
export function proseFor(locale: Locale): Translator<typeof en> {
  return TRANSLATORS[locale];
}
