import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { Locale } from '../../messages/locale.ts';
import type { steps } from './en.ts';

export type StepWords = Translator<typeof steps> & { readonly locale: Locale };

/** Loads the messages of the steps in one language. */
export async function loadStepWords(locale: Locale): Promise<StepWords> {
  const messages = locale === 'de' ? (await import('./de.ts')).steps : (await import('./en.ts')).steps;
  return { ...createTranslator<typeof steps>(locale, messages), locale };
}
