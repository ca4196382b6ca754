import type { Locale } from '../../site/locale.ts';
import { translationsFor } from './texts.ts';

/** What a reader of the API should know, rule by rule. */
export function Rules({ locale }: { locale: Locale }) {
  const { t, rich } = translationsFor(locale);
  const rules = [
    ['amounts', t('api.amountsText')],
    [
      'paging',
      rich('api.pagingText', {
        nextHeight: <code>next_before_height</code>,
        beforeHeight: <code>before_height</code>,
        limit: <code>limit</code>,
        offset: <code>offset</code>,
      }),
    ],
    ['depth', rich('api.depthText', { confirmations: <code>confirmations</code> })],
    ['cache', rich('api.cacheText', { etag: <code>ETag</code>, ifNoneMatch: <code>If-None-Match</code> })],
    ['index', rich('api.indexText', { status: <code>503</code> })],
    ['errors', rich('api.errorsText', { error: <code>error</code> })],
  ] as const;
  return (
    <>
      {rules.map(([id, text]) => (
        <div key={id} class="prose">
          <h3>{t(`api.${id}`)}</h3>
          <p>{text}</p>
        </div>
      ))}
    </>
  );
}
