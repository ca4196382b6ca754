import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { DEFAULT_LOCALE } from './locale.ts';
import { wordsFor, type Words } from './words.ts';

/** The language of an island; `island()` provides it. Absent outside of one: English. */
export const WordsContext = createContext<Words | undefined>(undefined);

/** Messages, numbers and links of this part of a page, in the page's language. */
export function useWords(): Words {
  return useContext(WordsContext) ?? wordsFor(DEFAULT_LOCALE);
}
