import { createTranslator, type Translator } from '@cairn/ui/messages.js';
import type { FunctionComponent } from 'preact';
import type { Locale } from '../messages/locale.ts';
import type { steps } from './messages/en.ts';

/** Messages of the steps in one language. */
export type StepTranslations = Translator<typeof steps> & { readonly locale: Locale };

/** A component that shows steps, and its messages. */
export interface LoadedPanel<Props> {
  readonly Panel: FunctionComponent<Props>;
  readonly translations: StepTranslations;
}

/** Loads a panel and its messages. Neither is in the page's own script. */
export async function loadPanel<Props>(
  locale: Locale,
  load: () => Promise<{ readonly default: FunctionComponent<Props> }>,
): Promise<LoadedPanel<Props>> {
  const [{ default: Panel }, translations] = await Promise.all([load(), loadStepTranslations(locale)]);
  return { Panel, translations };
}

/** Loads the messages of the steps in one language. */
export async function loadStepTranslations(locale: Locale): Promise<StepTranslations> {
  const messages =
    locale === 'de' ? (await import('./messages/de.ts')).steps : (await import('./messages/en.ts')).steps;
  return { ...createTranslator<typeof steps>(locale, messages), locale };
}
