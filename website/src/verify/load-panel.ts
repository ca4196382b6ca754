import type { FunctionComponent } from 'preact';
import type { Locale } from '../messages/locale.ts';
import type { StepWords } from './messages/step-words.ts';

/** A component that shows steps, and its messages. */
export interface LoadedPanel<Props> {
  readonly Panel: FunctionComponent<Props>;
  readonly words: StepWords;
}

/** Loads a panel and its messages. Neither is in the page's own script. */
export async function loadPanel<Props>(
  locale: Locale,
  load: () => Promise<{ readonly default: FunctionComponent<Props> }>,
): Promise<LoadedPanel<Props>> {
  const [{ default: Panel }, { loadStepWords }] = await Promise.all([
    load(),
    import('./messages/step-words.ts'),
  ]);
  return { Panel, words: await loadStepWords(locale) };
}
