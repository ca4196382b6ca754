import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { UI_LANGUAGES, type UiLanguage, type UiWords } from './words.ts';

const Words = createContext<UiWords>(UI_LANGUAGES.en);

/** Sets the language of the components inside; English by default. */
export function LanguageProvider(props: { language: UiLanguage; children: ComponentChildren }) {
  return <Words.Provider value={UI_LANGUAGES[props.language]}>{props.children}</Words.Provider>;
}

/** The component texts in the language set around this component. */
export function useUiWords(): UiWords {
  return useContext(Words);
}
