import type { Locale } from '../../messages/locale.ts';
import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { steps } from './en.ts';

type StepMessages = typeof steps;
export type StepWords = Translator<StepMessages> & {
  readonly locale: Locale;
  /** A message by a composed key; `count` is ignored if the message has no such parameter. */
  readonly say: (key: string, count?: number) => string;
};

const made = new Map<Locale, StepWords>();

/** Loads the messages of the steps in one language. */
export async function loadStepWords(locale: Locale): Promise<StepWords> {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const messages = locale === 'de' ? (await import('./de.ts')).steps : (await import('./en.ts')).steps;
  const translator = createTranslator<StepMessages>(locale, messages);
  const loose = translator.t as (key: string, parameters: Record<string, number>) => string;
  const words = { ...translator, locale, say: (key: string, count = 0) => loose(key, { count }) };
  made.set(locale, words);
  return words;
}
