import type { Locale } from '../site/locale.ts';
import { translationsFor } from './texts.ts';

/** Text of the preview build: the pages that the site has once it is built with an API, and how to do that. */
export function PreviewItems({ locale }: { locale: Locale }) {
  const { t, rich } = translationsFor(locale);
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
