import { type Locale, PLURALS } from './locale.ts';

/** A message that depends on a number, by the categories of CLDR; `count` chooses among them. */
export interface PluralMessage {
  readonly one: string;
  readonly other: string;
}

/** Text with places for parameters in braces: `Block {height}`. */
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

/** What follows the key in a call: nothing, or an object with each parameter. */
export type ParametersOf<M, Value> = [ParameterNames<M>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParameterNames<M>, Value>>];

const PLACE = /\{(?<name>[a-zA-Z]+)\}/g;

/** Names of the places in a message, in order, with repetitions: for tests that compare languages. */
export function placesOf(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : [message.one, message.other];
  return texts.flatMap((text) => [...text.matchAll(PLACE)].map(({ groups }) => groups!['name']!));
}

/** Chooses the text of a message for a count. */
export function textOf(message: Message, count: unknown, locale: Locale): string {
  return typeof message === 'string' ? message : message[PLURALS[locale](Number(count))];
}

/**
 * Splits a text at its places: pieces of text, and what `valueOf` gives for each place.
 * @param valueOf called with the name of each place
 */
export function fillPlaces<Value>(text: string, valueOf: (name: string) => Value): (string | Value)[] {
  if (!text.includes('{')) return [text];
  // A split by one capturing group alternates text and names.
  return text
    .split(/\{([a-zA-Z]+)\}/)
    .map((piece, index) => (index % 2 === 1 ? valueOf(piece) : piece))
    .filter((piece) => piece !== '');
}
