import { generateMnemonic, MNEMONIC_WORDS, validateMnemonic } from '@cairn/protocol/hd-keys';

/** Lengths of a recovery phrase (BIP-39, English list). */
export const MNEMONIC_LENGTHS = [12, 24] as const;
export type MnemonicLength = (typeof MNEMONIC_LENGTHS)[number];

const WORDS: ReadonlySet<string> = new Set(MNEMONIC_WORDS);

/** A typed word that is not in the list: its position (0-based), its text, and words of the list that begin like it. */
export interface OpenWord {
  readonly index: number;
  readonly word: string;
  readonly suggestions: readonly string[];
}

/** Result of checking a typed phrase. */
export interface MnemonicCheck {
  /**
   * `typing`: more input can make it valid; `too_many_words`: more than 24; `bad_checksum`: complete, but with a wrong checksum;
   * `valid`: complete: the words, separated by single spaces, are its canonical form.
   */
  readonly state: 'empty' | 'typing' | 'unknown_words' | 'too_many_words' | 'bad_checksum' | 'valid';
  readonly words: readonly string[];
  /** The words that are not in the list; while it is typed, the last one. */
  readonly open: readonly OpenWord[];
}

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

/** Number of words that are suggested. */
const MAX_SUGGESTIONS = 4;

/** Letters of an unknown word with which its suggestions begin: four tell any two words of the list apart. */
const PREFIX_LENGTH = 3;

/** Words of the English list that begin with `prefix`, in the list's order. */
function completeWord(prefix: string): string[] {
  return MNEMONIC_WORDS.filter((word) => word.startsWith(prefix)).slice(0, MAX_SUGGESTIONS);
}

/**
 * Checks a phrase as it is typed. The last word counts as unfinished while no white space follows it and a word of the
 * list begins with it.
 */
export function checkMnemonic(text: string): MnemonicCheck {
  const words = splitWords(text);
  const last = words.length - 1;
  const isEnded = /\s$/.test(text);
  const completions = isEnded || last < 0 ? [] : completeWord(words[last]!);
  const open = words.flatMap((word, index): OpenWord[] => {
    if (WORDS.has(word) || (index === last && completions.length > 0)) return [];
    return [{ index, word, suggestions: completeWord(word.slice(0, PREFIX_LENGTH)) }];
  });
  if (open.length > 0) return { state: 'unknown_words', words, open };
  if (last >= 0 && !WORDS.has(words[last]!))
    return { state: 'typing', words, open: [{ index: last, word: words[last]!, suggestions: completions }] };
  // A wrong checksum is no error yet if the last word is still being typed and may become a longer one, or if white
  // space follows twelve words, which may be the first half of 24.
  const isUnfinished = isEnded ? words.length === 12 : completions.length > 1;
  return { state: stateOf(words, isUnfinished), words, open };
}

function stateOf(words: readonly string[], isUnfinished: boolean): MnemonicCheck['state'] {
  if (words.length === 0) return 'empty';
  if (words.length > 24) return 'too_many_words';
  if (!MNEMONIC_LENGTHS.some((length) => length === words.length)) return 'typing';
  if (validateMnemonic(words.join(' '))) return 'valid';
  return isUnfinished ? 'typing' : 'bad_checksum';
}

/** A question for some words of a phrase, which shows that its owner has it. */
export interface WordsQuestion {
  /** Places of the words, 0-based and ascending. */
  readonly places: readonly number[];
  /** The places at which the typed words are wrong. */
  readonly findWrong: (typed: TypedWords) => Promise<readonly number[]>;
}

/** Typed words by their place. */
export type TypedWords = Readonly<Record<number, string>>;

/** Number of words that a question is about. */
const WORDS_ASKED = 3;

/** Asks for three random words of a phrase. */
export function askForWords(phrase: string): WordsQuestion {
  const { length } = splitWords(phrase);
  const places = new Set<number>();
  while (places.size < WORDS_ASKED) places.add(Math.floor(Math.random() * length));
  return {
    places: [...places].sort((a, b) => a - b),
    findWrong: async (typed) => findWrongWords(phrase, typed),
  };
}

/** The places at which typed words are not those of the phrase. Case and white space around a word do not count. */
export function findWrongWords(phrase: string, typed: TypedWords): number[] {
  const words = splitWords(phrase);
  return Object.entries(typed).flatMap(([place, word]) =>
    word.trim().toLowerCase() === words[Number(place)] ? [] : [Number(place)],
  );
}
