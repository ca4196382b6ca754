import { Button, Card } from '@cairn/ui';
import { AddressGroups, RecipientName } from '../../shared/address.tsx';
import type { CheckedTransfer } from './transfer-form.tsx';
import { localizeAmount, unitName } from '../../shared/amount-text.ts';
import { Rich, t } from './texts.ts';

/** Queued transfers, which are confirmed and sent before the one in the form. */
export function TransferQueue(props: {
  queue: readonly CheckedTransfer[];
  onRemove: (place: number) => void;
}) {
  const { queue, onRemove } = props;
  if (queue.length === 0) return null;
  return (
    <Card title={t('send.queue', { count: queue.length })} flush>
      <ol class="c-rows" aria-label={t('send.queue_list')}>
        {queue.map(({ draft: { form }, address }, place) => (
          <li class="c-row c-row--between" key={place}>
            <div class="c-lines">
              <span>
                {localizeAmount(form.amount)} {unitName(form.unit)}{' '}
                <Rich k="pending.to" values={{ recipient: <RecipientName address={address} /> }} />
              </span>
              <span class="c-small">
                <AddressGroups address={address} />
              </span>
            </div>
            <Button size="sm" variant="ghost" onClick={() => onRemove(place)}>
              {t('send.queue_remove')}
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  );
}
