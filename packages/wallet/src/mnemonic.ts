import { generateMnemonic, MNEMONIC_WORDS, validateMnemonic } from '@cairn/protocol/hd-keys';

/** Lengths of a recovery phrase (BIP-39, English list). */
export const MNEMONIC_LENGTHS = [12, 24] as const;
export type MnemonicLength = (typeof MNEMONIC_LENGTHS)[number];

const WORDS: ReadonlySet<string> = new Set(MNEMONIC_WORDS);

/** A typed word that is not in the list: its position (0-based), its text, and words of the list that begin like it. */
export interface UnknownWord {
  readonly index: number;
  readonly word: string;
  readonly suggestions: readonly string[];
}

/**
 * Result of checking a typed phrase. `typing`: more input can make it valid, with completions of the last word;
 * `too_many_words`: more than 24; `bad_checksum`: complete, but with a wrong checksum; `valid`: complete, with the
 * phrase in canonical form (lowercase, single spaces).
 */
export type MnemonicCheck =
  | { readonly state: 'empty'; readonly words: readonly string[] }
  | { readonly state: 'typing'; readonly words: readonly string[]; readonly suggestions: readonly string[] }
  | {
      readonly state: 'unknown_words';
      readonly words: readonly string[];
      readonly unknown: readonly UnknownWord[];
    }
  | { readonly state: 'too_many_words'; readonly words: readonly string[] }
  | { readonly state: 'bad_checksum'; readonly words: readonly string[] }
  | { readonly state: 'valid'; readonly words: readonly string[]; readonly mnemonic: string };

/** Creates a recovery phrase from the platform's secure random source: 12 words encode 128 bits, 24 encode 256. */
export function createMnemonic(length: MnemonicLength = 12): string {
  return generateMnemonic(length);
}

/** List markers and punctuation around a word: a bullet, "1.", "2)", quotes, a full stop. */
const BEFORE_WORD = /^[-–•*·#("'“”„«‘]*(?:\d+[.):]*)?[("'“”„«‘]*/u;
const AFTER_WORD = /["'“”»’).:]+$/u;

/**
 * Words of a text as BIP-39 compares them: NFKD, lowercase, split at white space, commas and semicolons. Numbers and
 * punctuation around a word are removed, because people also write the words as a numbered list.
 */
export function splitWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((piece) => piece.replace(BEFORE_WORD, '').replace(AFTER_WORD, ''))
    .filter((word) => word !== '');
}

/** Words of the English list that begin with `prefix`, in the list's order. */
export function completeWord(prefix: string, limit = 4): string[] {
  if (prefix === '') return [];
  return MNEMONIC_WORDS.filter((word) => word.startsWith(prefix)).slice(0, limit);
}

/**
 * Checks a phrase as it is typed. The last word counts as unfinished while no white space follows it and a word of the
 * list begins with it.
 */
export function checkMnemonic(text: string): MnemonicCheck {
  const words = splitWords(text);
  if (words.length === 0) return { state: 'empty', words };
  const isLastOpen = !/\s$/.test(text);
  const unknown = findUnknownWords(words, isLastOpen);
  if (unknown.length > 0) return { state: 'unknown_words', words, unknown };
  const last = words.at(-1)!;
  if (isLastOpen && !WORDS.has(last)) return { state: 'typing', words, suggestions: completeWord(last) };
  if (!isMnemonicLength(words.length)) {
    return words.length > 24
      ? { state: 'too_many_words', words }
      : { state: 'typing', words, suggestions: [] };
  }
  const mnemonic = words.join(' ');
  if (validateMnemonic(mnemonic)) return { state: 'valid', words, mnemonic };
  // A wrong checksum is no error yet if the last word is still being typed and may become a longer one, or if white
  // space follows twelve words, which may be the first half of 24.
  const unfinished = isLastOpen ? completeWord(last).length > 1 : words.length === 12;
  return unfinished ? { state: 'typing', words, suggestions: [] } : { state: 'bad_checksum', words };
}

/** Picks `count` random word positions (0-based, ascending) of a phrase, whose words the owner must repeat. */
export function pickWordsToConfirm(length: MnemonicLength, count: number): number[] {
  const positions = new Set<number>();
  while (positions.size < count) positions.add(Math.floor(Math.random() * length));
  return [...positions].sort((a, b) => a - b);
}

/** Letters of an unknown word with which its suggestions begin: four tell any two words of the list apart. */
const PREFIX_LENGTH = 3;

function findUnknownWords(words: readonly string[], isLastOpen: boolean): UnknownWord[] {
  return words.flatMap((word, index) => {
    if (WORDS.has(word)) return [];
    const unfinished = isLastOpen && index === words.length - 1 && completeWord(word, 1).length > 0;
    return unfinished ? [] : [{ index, word, suggestions: completeWord(word.slice(0, PREFIX_LENGTH)) }];
  });
}

function isMnemonicLength(count: number): count is MnemonicLength {
  return MNEMONIC_LENGTHS.some((length) => length === count);
}
