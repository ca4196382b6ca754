import { numberText, type UiLanguage } from '@cairn/ui';
import { createTranslator, type ParameterNames, type Translator } from '@cairn/ui/messages.js';
import { en } from './en.ts';

/** Languages of the page, the original first. */
export const LANGUAGES = ['en', 'de'] as const satisfies readonly UiLanguage[];
export type Language = (typeof LANGUAGES)[number];

/** Name of a message. */
export type MessageKey = keyof typeof en;

/** Names of the parameters of a message. */
export type ParametersOf<Key extends MessageKey> = ParameterNames<(typeof en)[Key]>;

let language: Language = 'en';
let translator: Translator<typeof en> = createTranslator<typeof en>('en', en);

/** The text of a message in the page's language with its parameters filled in. */
export const t: Translator<typeof en>['t'] = (key, ...values) => translator.t(key, ...values);

/** A message whose parameters are markup, for `Rich`. */
export const rich: Translator<typeof en>['rich'] = (key, ...values) => translator.rich(key, ...values);

/** A whole number as the page's language groups it. */
export function formatNumber(value: number): string {
  return numberText(value, language);
}

/** The language that the page speaks now. */
export function spokenLanguage(): Language {
  return language;
}

/** The first language of the browser that the page speaks; else the original. */
export function browserLanguage(
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): Language {
  const codes = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.flatMap((code) => LANGUAGES.filter((known) => known === code))[0] ?? 'en';
}

/**
 * Makes the page speak a language; what is shown already has to be drawn again. Rejects where the catalogue, a part of the
 * page of its own, cannot be loaded: the page then speaks as before.
 */
export async function speak(chosen: Language): Promise<void> {
  const messages = chosen === 'de' ? (await import('./de.ts')).de : en;
  language = chosen;
  translator = createTranslator<typeof en>(chosen, messages);
  document.documentElement.lang = chosen;
}
