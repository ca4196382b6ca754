import { Notice } from '@cairn/ui';
import { t } from '../../messages/messages.ts';
import type { Draft } from './draft.ts';

/** Payee and purpose of the payment request that filled the form. */
export function RequestNotice({ draft: { request } }: { draft: Draft }) {
  if (request === undefined) return null;
  const { label, message } = request;
  return (
    <Notice
      tone="info"
      title={label === undefined ? t('send.request_taken_plain') : t('send.request_taken', { label })}
    >
      <p>{t('send.request_filled')}</p>
      {message !== undefined && <p>{t('send.request_message', { message })}</p>}
      {label !== undefined && <p>{t('send.request_claim')}</p>}
    </Notice>
  );
}
