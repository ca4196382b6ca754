import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { FunctionComponent } from 'preact';
import type { Locale } from '../../messages/locale.ts';
import type { steps } from './en.ts';

export type StepWords = Translator<typeof steps> & { readonly locale: Locale };

/** Loads the messages of the steps in one language. */
export async function loadStepWords(locale: Locale): Promise<StepWords> {
  const messages = locale === 'de' ? (await import('./de.ts')).steps : (await import('./en.ts')).steps;
  return { ...createTranslator<typeof steps>(locale, messages), locale };
}

/** A component that shows steps, and its messages. */
export interface LoadedPanel<Props> {
  readonly Panel: FunctionComponent<Props>;
  readonly words: StepWords;
}

/** Loads a panel and its messages. */
export async function loadPanel<Props>(
  locale: Locale,
  load: () => Promise<{ readonly default: FunctionComponent<Props> }>,
): Promise<LoadedPanel<Props>> {
  const [{ default: Panel }, words] = await Promise.all([load(), loadStepWords(locale)]);
  return { Panel, words };
}
