import type { Locale } from '../../site/locale.ts';
import { translationsFor } from './texts.ts';

/** Advice for programs that use the API. */
export function ApiRules({ locale }: { locale: Locale }) {
  const { t, rich } = translationsFor(locale);
  return (
    <ul>
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
      <li>{rich('api.index', { status: <code>503</code> })}</li>
      <li>{rich('api.errors', { error: <code>error</code> })}</li>
    </ul>
  );
}
