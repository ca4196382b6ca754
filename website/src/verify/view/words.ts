import type { Locale } from '../../messages/locale.ts';
import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { steps } from '../messages/en.ts';

export type StepMessages = typeof steps;
export type StepWords = Translator<StepMessages> & {
  readonly locale: Locale;
  /** A message whose key was put together; where it has no such parameter, `count` is not used. */
  readonly say: (key: string, count?: number) => string;
};

const made = new Map<Locale, StepWords>();

/** Loads what the steps say in a language; the browser fetches no other. */
export async function loadStepWords(locale: Locale): Promise<StepWords> {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const messages =
    locale === 'de' ? (await import('../messages/de.ts')).steps : (await import('../messages/en.ts')).steps;
  const translator = createTranslator<StepMessages>(locale, messages);
  const loose = translator.t as (key: string, parameters: Record<string, number>) => string;
  const words = { ...translator, locale, say: (key: string, count = 0) => loose(key, { count }) };
  made.set(locale, words);
  return words;
}
