import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { numberText } from '../lib/numbers.ts';

/*
 * The texts of website and wallet: by key, in both languages side by side, with type-checked parameters and plurals. The
 * website's server renders pages of both languages at once, so there the language is a context (`createTexts`); the wallet
 * shows one at a time and also formats texts outside its components (`createPageTexts`).
 */

/** The languages of both apps, in the order of a dictionary's messages; the first is the default. */
export const LANGUAGES = ['en', 'de'] as const;

export type UiLanguage = (typeof LANGUAGES)[number];

/** A message with plural forms (CLDR categories); the parameter `count` selects the form. */
export interface PluralMessage {
  readonly one: string;
  readonly other: string;
}

/** Text with placeholders in braces: `Block {height}`. */
export type Message = string | PluralMessage;

/** Messages of a part of an app by key, each in both languages: `{ 'send.max': ['Max', 'Max.'] }`. */
export type Dictionary = Readonly<Record<string, readonly [en: Message, de: Message]>>;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<M> = M extends string ? M : M extends PluralMessage ? M['one'] | M['other'] : never;
type CountOf<M> = M extends string ? never : 'count';

/** Names of the parameters of a message. A plural always needs its `count`. */
type ParameterNames<M> = NamesIn<TextsOf<M>> | CountOf<M>;

/** Arguments after the key in a call, by the English message: none, or an object with all parameters. */
type ParametersOf<Entry extends Dictionary[string], Value> = [ParameterNames<Entry[0]>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParameterNames<Entry[0]>, Value>>];

/** Names of the placeholders in a message, in order, with repetitions, for tests that compare languages. */
export function placeholdersOf(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : [message.one, message.other];
  return texts.flatMap((text) => [...text.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name!));
}

/** Formats the messages of a dictionary in one language. Both throw for a missing key or parameter, which the types exclude. */
export interface Translator<Own extends Dictionary> {
  readonly locale: UiLanguage;
  /** With it, the types tell the translations of one part from those of another, which has other keys. */
  readonly dictionary: Own;
  /** A message as text. Numbers are formatted as whole numbers of the language: `1,234` or `1.234`. */
  t: <Key extends keyof Own & string>(
    key: Key,
    ...parameters: ParametersOf<Own[Key], string | number>
  ) => string;
  /** A message whose parameters are markup: `rich('key', { amount: <Amount … /> })`. A plural's `count` is a number. */
  rich: <Key extends keyof Own & string>(
    key: Key,
    ...parameters: ParametersOf<Own[Key], ComponentChildren>
  ) => ComponentChildren;
}

function createTranslator<Own extends Dictionary>(locale: UiLanguage, dictionary: Own): Translator<Own> {
  const place = LANGUAGES.indexOf(locale);
  const pieces = (key: string, parameters: Readonly<Record<string, unknown>>) => {
    const message = dictionary[key]?.[place];
    if (message === undefined) throw new Error(`no message ${key} in ${locale}`);
    // Both languages have the same plural forms. `Intl.PluralRules` is slow to initialize.
    const text =
      typeof message === 'string' ? message : message[Number(parameters['count']) === 1 ? 'one' : 'other'];
    if (!text.includes('{')) return [text];
    // A split by one capturing group alternates text and names.
    const parts = text.split(/\{([a-zA-Z]+)\}/).map((piece, index) => {
      if (index % 2 === 0) return piece;
      if (!(piece in parameters)) throw new Error(`message ${key} needs ${piece}`);
      const value = parameters[piece];
      return typeof value === 'number' ? numberText(value, locale) : value;
    });
    return parts.filter((part) => part !== '');
  };
  return {
    locale,
    dictionary,
    t: (key, parameters: Readonly<Record<string, unknown>> = {}) => pieces(key, parameters).join(''),
    rich: (key, parameters: Readonly<Record<string, unknown>> = {}) =>
      pieces(key, parameters) as ComponentChildren,
  };
}

/** The language of the components inside; English by default. */
export const LanguageContext = createContext<UiLanguage>('en');

/** Texts of a part of an app in every language, each with the formats of that language. */
export interface Texts<Own extends Dictionary, Formats extends object = object> {
  readonly dictionary: Own;
  /** The translations into a language: always the same object, so that it can be a dependency of a hook. */
  translationsFor: (locale: UiLanguage) => Translator<Own> & Formats;
  /** The translations into the language of the nearest `LanguageContext`. */
  useTranslations: () => Translator<Own> & Formats;
}

/** Defines texts for components of either language. @param formats what an app adds to the translations of each language */
export function createTexts<const Own extends Dictionary, Formats extends object = object>(
  dictionary: Own,
  formats?: Readonly<Record<UiLanguage, Formats>>,
): Texts<Own, Formats> {
  const into = (locale: UiLanguage) => ({
    ...createTranslator(locale, dictionary),
    ...(formats?.[locale] as Formats),
  });
  const translations = { en: into('en'), de: into('de') };
  return {
    dictionary,
    translationsFor: (locale) => translations[locale],
    useTranslations: () => translations[useContext(LanguageContext)],
  };
}

let pageLanguage: UiLanguage = 'en';

/** The language in which {@link createPageTexts}' functions format. */
export function currentLanguage(): UiLanguage {
  return pageLanguage;
}

/** Changes the page's language; the caller renders all texts again. */
export function setLanguage(language: UiLanguage): void {
  pageLanguage = language;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** The texts of a part of an app that shows one language at a time, with functions that format them in it. */
export interface PageTexts<Own extends Dictionary> extends Pick<Translator<Own>, 'dictionary' | 't'> {
  /**
   * A message with components as its parameters: `<Rich k="send.leaves" values={{ amount: <Amount … /> }} />`. It is one
   * text, so that each language chooses the order of its parts. `count` selects the plural form.
   */
  Rich: <Key extends keyof Own & string>(props: {
    k: Key;
    values: Readonly<Record<Exclude<ParameterNames<Own[Key][0]>, 'count'>, ComponentChildren>>;
    count?: number;
  }) => ComponentChildren;
  /** The texts of a part that uses these too: `t` and `Rich` of the result know both. */
  with: <const More extends Dictionary>(more: More) => PageTexts<Own & More>;
}

/** Defines such texts beside the views that use them: `createPageTexts({ 'send.max': ['Max', 'Max.'] })`. */
export function createPageTexts<const Own extends Dictionary>(dictionary: Own): PageTexts<Own> {
  const { translationsFor } = createTexts(dictionary);
  const rich = (key: string, values: object) =>
    (translationsFor(pageLanguage).rich as (key: string, values: object) => ComponentChildren)(key, values);
  return {
    dictionary,
    t: (key, ...parameters) => translationsFor(pageLanguage).t(key, ...parameters),
    Rich: ({ k, values, count }) => rich(k, { count, ...values }),
    with: (more) => createPageTexts({ ...dictionary, ...more }),
  };
}

/** The first of the browser's preferred languages that the apps have; English if there is none. */
export function browserLanguage(
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): UiLanguage {
  const codes = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.flatMap((code) => LANGUAGES.filter((known) => known === code))[0] ?? 'en';
}
