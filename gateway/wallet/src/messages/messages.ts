import { numberText, type UiLanguage } from '@cairn/ui';
import {
  createTranslator,
  type ParameterNames,
  type Translation,
  type Translator,
} from '@cairn/ui/messages.js';
import type { en } from './en.ts';

/** Languages of the page; the first language is the default. */
export const LANGUAGES = ['en', 'de'] as const satisfies readonly UiLanguage[];
export type Language = (typeof LANGUAGES)[number];

/** Key of a message in the catalogue. */
export type MessageKey = keyof typeof en;

/** Names of the parameters of a message. */
export type ParametersOf<Key extends MessageKey> = ParameterNames<(typeof en)[Key]>;

let language: Language = 'en';
let catalogue: Readonly<Record<string, unknown>> = {};
let translator: Translator<typeof en> | undefined;

function requireTranslator(): Translator<typeof en> {
  if (translator === undefined) throw new Error('no message catalogue was loaded');
  return translator;
}

/** The text of a message in the page's language with its parameters filled in. */
export const t: Translator<typeof en>['t'] = (key, ...values) => requireTranslator().t(key, ...values);

/** The parts of a message whose parameters are components. Use it through `Rich`. */
export const rich: Translator<typeof en>['rich'] = (key, ...values) =>
  requireTranslator().rich(key, ...values);

/** Whether a message with this key exists. Check this for a key that contains an error code of node or gateway. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(catalogue, key);
}

/** A whole number with the thousands separators of the page's language. */
export function formatNumber(value: number): string {
  return numberText(value, language);
}

/** The page's current language. */
export function currentLanguage(): Language {
  return language;
}

/** The first of the browser's preferred languages that the page has; English if there is none. */
export function browserLanguage(
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): Language {
  const codes = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.flatMap((code) => LANGUAGES.filter((known) => known === code))[0] ?? 'en';
}

/** Switches `t` and `rich` to a language whose messages are loaded. */
export function setCatalogue(chosen: Language, messages: Translation<typeof en>): void {
  language = chosen;
  catalogue = messages;
  translator = createTranslator<typeof en>(chosen, messages);
}

/**
 * Switches the page's language; the caller renders all texts again. Each catalogue is a separate chunk. Rejects if the
 * catalogue cannot be loaded; the page then keeps its language.
 */
export async function switchLanguage(chosen: Language): Promise<void> {
  const messages = chosen === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en;
  setCatalogue(chosen, messages);
  document.documentElement.lang = chosen;
}
