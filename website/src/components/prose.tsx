import type { Locale } from '../messages/locale.ts';
import { proseFor } from '../messages/prose/index.ts';

/** What the preview says a chain would bring, and how it gets one. */
export function PreviewItems({ locale }: { locale: Locale }) {
  const { t, rich } = proseFor(locale);
  return (
    <>
      <ul class="preview__list">
        <li>{rich('preview.blocks', { what: <strong>{t('preview.blocksName')}</strong> })}</li>
        <li>{rich('preview.transactions', { what: <strong>{t('preview.transactionsName')}</strong> })}</li>
        <li>{rich('preview.addresses', { what: <strong>{t('preview.addressesName')}</strong> })}</li>
      </ul>
      <p class="c-small c-muted">{rich('preview.how', { setting: <code>PUBLIC_EXPLORER_API_URL</code> })}</p>
    </>
  );
}

/** The keys that work everywhere. */
export function KeyboardText({ locale }: { locale: Locale }) {
  return <p>{proseFor(locale).rich('about.keys', { slash: <kbd>/</kbd>, escape: <kbd>Esc</kbd> })}</p>;
}
