import { Card } from '@cairn/ui';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';
import { TransactionRow } from './transaction-row.tsx';

/** Pending transfers of the selected account, in the order in which blocks include them; nothing if there are none. */
export function PendingTransfers() {
  const { data } = useWallet();
  const waiting = data?.history.pending.toSorted((a, b) => a.nonce - b.nonce) ?? [];
  if (waiting.length === 0) return null;
  return (
    <Card title={t('pending.title')} flush>
      <ul class="c-rows c-rows--flush" aria-label={t('pending.title')}>
        {waiting.map((transaction, index) => (
          <TransactionRow
            key={transaction.id}
            transaction={transaction}
            before={waiting
              .slice(0, index)
              .findLast((item) => item.from_address === transaction.from_address)}
          />
        ))}
      </ul>
    </Card>
  );
}
