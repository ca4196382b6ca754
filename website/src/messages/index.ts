export {
  DEFAULT_LOCALE,
  LOCALES,
  localeOfPath,
  localizedPath,
  withoutLocale,
  type Locale,
} from './locale.ts';
export type { Catalogue, Message, PluralMessage, Translation } from '@cairn/ui/messages.js';
export { createTranslator, type Translator } from '@cairn/ui/messages.js';
export { wordsFor, type Words } from './words.ts';
export type { Messages } from './catalogues.ts';
