import { numberText } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import type { Locale } from './locale.ts';
import { type Catalogue, fillPlaces, type Message, type ParametersOf, textOf } from './message.ts';

/** Speaks the messages of one catalogue in one language. */
export interface Translator<Messages extends Catalogue> {
  /** A message as text. Numbers are written as the language writes whole numbers: `1,234` or `1.234`. */
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
 * Makes a translator of one catalogue: for the site's own (`wordsFor`), and for those that only one page's script or
 * the server needs.
 * @throws Error where a key or a parameter is missing, which the types exclude
 */
export function createTranslator<Messages extends Catalogue>(
  locale: Locale,
  messages: Readonly<Record<keyof Messages, Message>>,
): Translator<Messages> {
  const pieces = (key: string, parameters: Readonly<Record<string, unknown>>) => {
    const message: Message | undefined = messages[key];
    if (message === undefined) throw new Error(`no message ${key} in ${locale}`);
    return fillPlaces(textOf(message, parameters['count'], locale), (name) => {
      if (!(name in parameters)) throw new Error(`message ${key} needs ${name}`);
      const value = parameters[name];
      return typeof value === 'number' ? numberText(value, locale) : value;
    });
  };
  return {
    t: (key, parameters: Readonly<Record<string, unknown>> = {}) => pieces(key, parameters).join(''),
    rich: (key, parameters: Readonly<Record<string, unknown>> = {}) =>
      pieces(key, parameters) as ComponentChildren,
  };
}
