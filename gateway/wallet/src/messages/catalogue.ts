/**
 * One message of a catalogue: a text with its parameters in braces (`Sent to {name}`), or such a text for each plural
 * form of the parameter `count`, of which every language uses those that it has (`other` always).
 */
export type Message = string | PluralMessage;

/** Texts by the language's plural categories, chosen by the parameter `count`. */
export type PluralMessage = { readonly other: string } & Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

/** The names between braces in a text. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names of the parameters that a message needs. */
export type ParameterNames<M> = M extends string
  ? NamesIn<M>
  : M extends PluralMessage
    ? 'count' | NamesIn<M[keyof M]>
    : never;

/** A second language for a catalogue: the same keys, each a text or plural texts as its own grammar asks. */
export type Translation<Catalogue> = Readonly<Record<keyof Catalogue, Message>>;

/** A piece of a message: its own text, or the place of a parameter. */
export type Piece = { readonly text: string } | { readonly name: string };

const PLACE = /\{(?<name>\w+)\}/g;

/** The text of a message: itself, or the plural form that `count` takes in this language. */
export function chooseForm(message: Message, count: unknown, rules: Intl.PluralRules): string {
  if (typeof message === 'string') return message;
  return message[rules.select(Number(count))] ?? message.other;
}

/** Cuts a text at its parameters. */
export function cutMessage(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACE)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ name: match[1]! });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
