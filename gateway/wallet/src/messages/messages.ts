import { chooseForm, cutMessage, type Message, type ParameterNames } from './catalogue.ts';
import { en } from './en.ts';

/** The language that the page speaks, as `lang` and `Intl` name it. */
export const LANGUAGE = 'en';

/** Name of a message. */
export type MessageKey = keyof typeof en;

/** Names of the parameters of a message. */
export type ParametersOf<Key extends MessageKey> = ParameterNames<(typeof en)[Key]>;

type Values<Key extends MessageKey, Value> = [ParametersOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<ParametersOf<Key>, Value>>];

const catalogue: Readonly<Record<MessageKey, Message>> = en;
const rules = new Intl.PluralRules(LANGUAGE);
const numbers = new Intl.NumberFormat(LANGUAGE);

/** The text of a message with its parameters filled in; numbers are written as the language groups them. */
export function t<Key extends MessageKey>(key: Key, ...[values]: Values<Key, string | number>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  return cutMessage(formOf(key, given['count']))
    .map((piece) => ('text' in piece ? piece.text : write(given[piece.name] ?? '')))
    .join('');
}

/** The text of a message before its parameters are filled in. */
export function formOf(key: MessageKey, count: unknown): string {
  return chooseForm(catalogue[key], count, rules);
}

/** A whole number as the language groups it. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

function write(value: string | number): string {
  return typeof value === 'number' ? formatNumber(value) : value;
}
