import { parsePebbles } from '@cairn/protocol';
import { Notice } from '@cairn/ui';
import type { SendReview } from '@cairn/wallet';
import { Amount } from '../../components/amount.tsx';
import type { WalletView } from '../../lib/context.ts';
import { t } from '../../messages/messages.ts';

/** Spendable balance, cost of this transfer, and obstacles to it. */
export function Totals({ review, view }: { review: SendReview | undefined; view: WalletView }) {
  if (view.data === undefined) return null;
  const { account } = view.data;
  const { plan } = review ?? {};
  const waiting = account.pending_outgoing_count;
  const spendable = parsePebbles(account.spendable_balance);
  return (
    <>
      <dl class="w-totals">
        <div>
          <dt>{t('send.spendable')}</dt>
          <dd>
            <Amount value={spendable} />
          </dd>
        </div>
        <div>
          <dt>{t('send.total')}</dt>
          <dd>{plan === undefined ? '–' : <Amount value={plan.total} />}</dd>
        </div>
      </dl>
      {waiting > 0 && <p class="c-muted c-small">{t('send.waiting_before', { count: waiting })}</p>}
      {spendable === 0n && <p class="c-muted c-small">{t('send.none_spendable')}</p>}
      {review?.nonceExhausted && <Notice tone="warn">{t('send.nonce_exhausted')}</Notice>}
    </>
  );
}
