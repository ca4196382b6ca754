import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { UI_LANGUAGES, type UiLanguage, type UiWords } from './words.ts';

const Words = createContext<UiWords>(UI_LANGUAGES.en);

/** Sets the language of the components inside; without it they speak English. */
export function LanguageProvider(props: { language: UiLanguage; children: ComponentChildren }) {
  return <Words.Provider value={UI_LANGUAGES[props.language]}>{props.children}</Words.Provider>;
}

/** The words of the language around this component. */
export function useUiWords(): UiWords {
  return useContext(Words);
}
