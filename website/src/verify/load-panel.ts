import type { FunctionComponent } from 'preact';
import type { Locale } from '../messages/locale.ts';
import type { StepTranslations } from './messages/step-translations.ts';

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
  const [{ default: Panel }, { loadStepTranslations }] = await Promise.all([
    load(),
    import('./messages/step-translations.ts'),
  ]);
  return { Panel, translations: await loadStepTranslations(locale) };
}
