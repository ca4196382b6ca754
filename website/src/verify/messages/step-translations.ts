import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { Locale } from '../../messages/locale.ts';
import type { steps } from './en.ts';

/** Messages of the steps in one language. */
export type StepTranslations = Translator<typeof steps> & { readonly locale: Locale };

/** Loads the messages of the steps in one language. */
export async function loadStepTranslations(locale: Locale): Promise<StepTranslations> {
  const messages = locale === 'de' ? (await import('./de.ts')).steps : (await import('./en.ts')).steps;
  return { ...createTranslator<typeof steps>(locale, messages), locale };
}
