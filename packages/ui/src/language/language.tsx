import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { COMPONENT_TEXTS, type ComponentTexts } from './component-texts.ts';
import type { UiLanguage } from './messages.ts';

const Texts = createContext<ComponentTexts>(COMPONENT_TEXTS.en);

/** Sets the language of the components inside; English by default. */
export function LanguageProvider(props: { language: UiLanguage; children: ComponentChildren }) {
  return <Texts.Provider value={COMPONENT_TEXTS[props.language]}>{props.children}</Texts.Provider>;
}

/** The component texts in the language of the nearest `LanguageProvider`. */
export function useComponentTexts(): ComponentTexts {
  return useContext(Texts);
}
