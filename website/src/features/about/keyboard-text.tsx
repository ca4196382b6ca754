import type { Locale } from '../../site/locale.ts';
import { translationsFor } from './texts.ts';

/** Keyboard shortcuts of every page. */
export function KeyboardText({ locale }: { locale: Locale }) {
  return <p>{translationsFor(locale).rich('about.keys', { slash: <kbd>/</kbd>, escape: <kbd>Esc</kbd> })}</p>;
}
