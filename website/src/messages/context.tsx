import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { DEFAULT_LOCALE } from './locale.ts';
import { wordsFor, type Words } from './words.ts';

/** The language of an island; `island()` provides it. Absent outside of one: English. */
export const WordsContext = createContext<Words | undefined>(undefined);

/** What this part of a page says, in the page's language: messages, numbers, links. */
export function useWords(): Words {
  return useContext(WordsContext) ?? wordsFor(DEFAULT_LOCALE);
}
