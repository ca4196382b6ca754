export {
  DEFAULT_LOCALE,
  LOCALES,
  localeOfPath,
  localizedPath,
  withoutLocale,
  type Locale,
} from './locale.ts';
export type { Catalogue, Message, PluralMessage, Translation } from './message.ts';
export { createTranslator, type Translator } from './translate.ts';
export { wordsFor, type Words } from './words.ts';
export type { Messages } from './catalogues.ts';
