import type { TransactionDetail } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Amount, Badge, Card, Icon, Identifier } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';
import { isCoinbase } from './transaction-table.tsx';

/** Sender, amount and recipient of a transaction. */
export function TransactionFlow({ transaction }: { transaction: TransactionDetail }) {
  const { t, rich, link } = useWords();
  const { from_address: from, to_address: to } = transaction;
  return (
    <Card>
      <dl class="flow">
        <div class="flow__party">
          <dt class="flow__label">{t('transaction.from')}</dt>
          <dd class="flow__value">
            {isCoinbase(transaction) ? (
              <Badge tone="accent">{t('transaction.coinbase')}</Badge>
            ) : (
              <Identifier value={from} what={t('what.sender')} href={link.address(from)} />
            )}
          </dd>
        </div>
        <div class="flow__amount">
          <dt class="c-visually-hidden">{t('transaction.amount')}</dt>
          <dd class="flow__value">
            <Amount value={parsePebbles(transaction.value)} large />
          </dd>
          <span class="flow__arrow" aria-hidden="true">
            <Icon name="arrow-right" />
          </span>
          {!isCoinbase(transaction) && (
            <dd class="flow__fee">
              {rich('transaction.flowFee', { fee: <Amount value={parsePebbles(transaction.fee)} /> })}
            </dd>
          )}
        </div>
        <div class="flow__party flow__party--to">
          <dt class="flow__label">{t('transaction.to')}</dt>
          <dd class="flow__value">
            <Identifier value={to} what={t('what.recipient')} href={link.address(to)} />
            {from === to && <Badge>{t('transaction.self')}</Badge>}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
