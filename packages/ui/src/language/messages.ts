import type { ComponentChildren } from 'preact';
import { numberText } from '../lib/numbers.ts';

/*
 * The texts of website and wallet: by key, in both languages side by side, with type-checked parameters and plurals.
 */

/** A message with plural forms (CLDR categories); the parameter `count` selects the form. */
export interface PluralMessage {
  readonly one: string;
  readonly other: string;
}

/** Text with placeholders in braces: `Block {height}`. */
export type Message = string | PluralMessage;

/** Messages of a part of an app by key, each in both languages: `{ 'send.max': ['Max', 'Max.'] }`. */
export type Dictionary = Readonly<Record<string, readonly [en: Message, de: Message]>>;

/** Messages of one language by key. */
export type Catalogue = Readonly<Record<string, Message>>;

/** The English messages of a dictionary, against whose parameters every call is checked. */
export type English<Own extends Dictionary> = { readonly [Key in keyof Own]: Own[Key][0] };

/** A dictionary with the keys of these messages. */
export type DictionaryOf<Messages extends Catalogue> = Readonly<
  Record<keyof Messages, readonly [en: Message, de: Message]>
>;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends PluralMessage ? M['one'] | M['other'] : never;
type CountOf<M> = M extends string ? never : 'count';

/** Names of a message's parameters. A plural always needs its `count`. */
export type ParameterNames<M> = NamesIn<TextsOf<M>> | CountOf<M>;

/** Arguments after the key in a call: none, or an object with all parameters. */
export type ParametersOf<M, Value> = [ParameterNames<M>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParameterNames<M>, Value>>];

/** The languages of both apps, in the order of a dictionary's messages; the first is the default. */
export const LANGUAGES = ['en', 'de'] as const;

export type UiLanguage = (typeof LANGUAGES)[number];

/** Names of the placeholders in a message, in order, with repetitions, for tests that compare languages. */
export function placeholdersOf(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : [message.one, message.other];
  return texts.flatMap((text) => [...text.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name!));
}

/** Formats the messages of a dictionary in one language. */
export interface Translator<Messages extends Catalogue> {
  /** A message as text. Numbers are formatted as whole numbers of the language: `1,234` or `1.234`. */
  t: <Key extends keyof Messages & string>(
    key: Key,
    ...parameters: ParametersOf<Messages[Key], string | number>
  ) => string;
  /** A message whose parameters are markup: `rich('key', { amount: <Amount … /> })`. A plural's `count` is a number. */
  rich: <Key extends keyof Messages & string>(
    key: Key,
    ...parameters: ParametersOf<Messages[Key], ComponentChildren>
  ) => ComponentChildren;
}

/**
 * Creates the translator of a dictionary into a language.
 * @throws Error for a missing key or parameter, which the types exclude
 */
export function createTranslator<Messages extends Catalogue>(
  language: UiLanguage,
  dictionary: DictionaryOf<Messages>,
): Translator<Messages> {
  const place = LANGUAGES.indexOf(language);
  const pieces = (key: string, parameters: Readonly<Record<string, unknown>>) => {
    const message = dictionary[key]?.[place];
    if (message === undefined) throw new Error(`no message ${key} in ${language}`);
    // Both languages have the same plural forms. `Intl.PluralRules` is slow to initialize.
    const text =
      typeof message === 'string' ? message : message[Number(parameters['count']) === 1 ? 'one' : 'other'];
    if (!text.includes('{')) return [text];
    // A split by one capturing group alternates text and names.
    const parts = text.split(/\{([a-zA-Z]+)\}/).map((piece, index) => {
      if (index % 2 === 0) return piece;
      if (!(piece in parameters)) throw new Error(`message ${key} needs ${piece}`);
      const value = parameters[piece];
      return typeof value === 'number' ? numberText(value, language) : value;
    });
    return parts.filter((part) => part !== '');
  };
  return {
    t: (key, parameters: Readonly<Record<string, unknown>> = {}) => pieces(key, parameters).join(''),
    rich: (key, parameters: Readonly<Record<string, unknown>> = {}) =>
      pieces(key, parameters) as ComponentChildren,
  };
}

/** The texts of a part of an app, with functions that format them in the page's language. */
export interface Texts<Messages extends Catalogue> extends Translator<Messages> {
  readonly dictionary: DictionaryOf<Messages>;
  /** Whether there is a message with this key, for keys that contain a code of another program. */
  has: (key: string) => key is keyof Messages & string;
  /**
   * A message with components as its parameters: `<Rich k="send.leaves" values={{ amount: <Amount … /> }} />`. It is one
   * text, so that each language chooses the order of its parts. `count` selects the plural form.
   */
  Rich: <Key extends keyof Messages & string>(props: {
    k: Key;
    values: Readonly<Record<Exclude<ParameterNames<Messages[Key]>, 'count'>, ComponentChildren>>;
    count?: number;
  }) => ComponentChildren;
  /** The texts of a part that uses these too: `t` and `Rich` of the result know both. */
  with: <const Own extends Dictionary>(own: Own) => Texts<Messages & English<Own>>;
}

let pageLanguage: UiLanguage = 'en';

/** The language in which {@link defineTexts}' functions format. */
export function currentLanguage(): UiLanguage {
  return pageLanguage;
}

/** Changes the page's language; the caller renders all texts again. */
export function setLanguage(language: UiLanguage): void {
  pageLanguage = language;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** Defines texts beside the views that use them: `defineTexts({ 'send.max': ['Max', 'Max.'] })`. */
export function defineTexts<const Own extends Dictionary>(own: Own): Texts<English<Own>> {
  return textsOf<English<Own>>(own);
}

function textsOf<Messages extends Catalogue>(dictionary: DictionaryOf<Messages>): Texts<Messages> {
  const translators = {
    en: createTranslator<Messages>('en', dictionary),
    de: createTranslator<Messages>('de', dictionary),
  };
  const rich = (key: string, values: object) =>
    (translators[pageLanguage].rich as (key: string, values: object) => ComponentChildren)(key, values);
  return {
    dictionary,
    t: (key, ...parameters) => translators[pageLanguage].t(key, ...parameters),
    rich: (key, ...parameters) => translators[pageLanguage].rich(key, ...parameters),
    has: (key): key is keyof Messages & string => Object.hasOwn(dictionary, key),
    Rich: ({ k, values, count }) => rich(k, { count, ...values }),
    with: <const Own extends Dictionary>(own: Own) =>
      textsOf<Messages & English<Own>>({ ...dictionary, ...own }),
  };
}

/** The first of the browser's preferred languages that the apps have; English if there is none. */
export function browserLanguage(
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): UiLanguage {
  const codes = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.flatMap((code) => LANGUAGES.filter((known) => known === code))[0] ?? 'en';
}
