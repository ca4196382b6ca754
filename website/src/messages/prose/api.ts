import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { Locale } from '../locale.ts';
import { apiProse as de } from './api-de.ts';
import { apiProse as en } from './api-en.ts';

const TRANSLATORS: Readonly<Record<Locale, Translator<typeof en>>> = {
  en: createTranslator<typeof en>('en', en),
  de: createTranslator<typeof en>('de', de),
};

/** Speaks the texts of the API page, for its `.astro` file, which runs on the server only. */
export function apiProseFor(locale: Locale): Translator<typeof en> {
  return TRANSLATORS[locale];
}
