import type { Locale } from '../messages/locale.ts';
import { proseFor } from '../messages/prose/prose.ts';

/** Text of the preview build: the pages that the site has once it is built with an API, and how to do that. */
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

/** Advice for programs that use the API. */
export function ApiRules({ locale }: { locale: Locale }) {
  const { t, rich } = proseFor(locale);
  return (
    <ul class="prose__list">
      <li>{t('api.amounts')}</li>
      <li>
        {rich('api.paging', {
          nextHeight: <code>next_before_height</code>,
          beforeHeight: <code>before_height</code>,
          limit: <code>limit</code>,
          offset: <code>offset</code>,
        })}
      </li>
      <li>{rich('api.depth', { confirmations: <code>confirmations</code> })}</li>
      <li>{rich('api.cache', { etag: <code>ETag</code>, ifNoneMatch: <code>If-None-Match</code> })}</li>
      <li>{rich('api.errors', { error: <code>error</code> })}</li>
    </ul>
  );
}

/** Keyboard shortcuts of every page. */
export function KeyboardText({ locale }: { locale: Locale }) {
  return <p>{proseFor(locale).rich('about.keys', { slash: <kbd>/</kbd>, escape: <kbd>Esc</kbd> })}</p>;
}
