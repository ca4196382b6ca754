import type { ComponentChildren } from 'preact';
import { numberText } from '../lib/numbers.ts';
import type { UiLanguage } from './component-texts.ts';

/*
 * Message catalogues of website and wallet: texts by key for each language, with type-checked parameters and plurals.
 */

/** A message with plural forms (CLDR categories); the parameter `count` selects the form. */
export interface PluralMessage {
  readonly one: string;
  readonly other: string;
}

/** Text with placeholders in braces: `Block {height}`. */
export type Message = string | PluralMessage;

/** Messages of one language by key. */
export type Catalogue = Readonly<Record<string, Message>>;

/** The same messages in another language: every key, and a plural where the original has one. */
export type Translation<Original extends Catalogue> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : PluralMessage;
};

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends PluralMessage ? M['one'] | M['other'] : never;
type CountOf<M> = M extends string ? never : 'count';

/** Names of a message's parameters. A plural always needs its `count`. */
export type ParameterNames<M> = NamesIn<TextsOf<M>> | CountOf<M>;

/** Arguments after the key in a call: none, or an object with all parameters. */
export type ParametersOf<M, Value> = [ParameterNames<M>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParameterNames<M>, Value>>];

/** The plural form for a count, by language. `Intl.PluralRules` is not used because it is slow to initialize. */
const PLURALS: Readonly<Record<UiLanguage, (count: number) => 'one' | 'other'>> = {
  en: (count) => (count === 1 ? 'one' : 'other'),
  de: (count) => (count === 1 ? 'one' : 'other'),
};

const PLACEHOLDER = /\{(?<name>[a-zA-Z]+)\}/g;

/** Names of the placeholders in a message, in order, with repetitions, for tests that compare languages. */
export function placeholdersOf(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : [message.one, message.other];
  return texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(({ groups }) => groups!['name']!));
}

/** The text of a message for a count. */
function textOf(message: Message, count: unknown, language: UiLanguage): string {
  return typeof message === 'string' ? message : message[PLURALS[language](Number(count))];
}

/**
 * Splits a text at its placeholders into pieces of text and values.
 * @param valueOf called with the name of each placeholder
 */
function fillPlaceholders<Value>(text: string, valueOf: (name: string) => Value): (string | Value)[] {
  if (!text.includes('{')) return [text];
  // A split by one capturing group alternates text and names.
  return text
    .split(/\{([a-zA-Z]+)\}/)
    .map((piece, index) => (index % 2 === 1 ? valueOf(piece) : piece))
    .filter((piece) => piece !== '');
}

/** Formats the messages of one catalogue in one language. */
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
 * Creates the translator of one catalogue.
 * @throws Error for a missing key or parameter, which the types exclude
 */
export function createTranslator<Messages extends Catalogue>(
  language: UiLanguage,
  messages: Readonly<Record<keyof Messages, Message>>,
): Translator<Messages> {
  const pieces = (key: string, parameters: Readonly<Record<string, unknown>>) => {
    const message: Message | undefined = messages[key];
    if (message === undefined) throw new Error(`no message ${key} in ${language}`);
    return fillPlaceholders(textOf(message, parameters['count'], language), (name) => {
      if (!(name in parameters)) throw new Error(`message ${key} needs ${name}`);
      const value = parameters[name];
      return typeof value === 'number' ? numberText(value, language) : value;
    });
  };
  return {
    t: (key, parameters: Readonly<Record<string, unknown>> = {}) => pieces(key, parameters).join(''),
    rich: (key, parameters: Readonly<Record<string, unknown>> = {}) =>
      pieces(key, parameters) as ComponentChildren,
  };
}

/** A message in both languages, side by side. */
type Pair = readonly [en: Message, de: Message];

/** Messages of a part of an app by key. */
export type Dictionary = Readonly<Record<string, Pair>>;

/** The English messages of a dictionary, whose parameters every call is checked against. */
type English<Own extends Dictionary> = { readonly [Key in keyof Own]: Own[Key][0] };

/** The texts of a part of an app, with functions that format them in the page's language. */
export interface Texts<Messages extends Catalogue> extends Translator<Messages> {
  readonly dictionary: Readonly<Record<keyof Messages, Pair>>;
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

/** The languages of both apps; the first is the default. */
export const LANGUAGES = ['en', 'de'] as const satisfies readonly UiLanguage[];

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

function textsOf<Messages extends Catalogue>(dictionary: Texts<Messages>['dictionary']): Texts<Messages> {
  const catalogueOf = (place: 0 | 1) =>
    Object.fromEntries(Object.entries<Pair>(dictionary).map(([key, pair]) => [key, pair[place]])) as Readonly<
      Record<keyof Messages, Message>
    >;
  const translators = {
    en: createTranslator<Messages>('en', catalogueOf(0)),
    de: createTranslator<Messages>('de', catalogueOf(1)),
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
