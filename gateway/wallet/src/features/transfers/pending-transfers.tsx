import type { RpcTransaction } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import { Badge, Button, Card, Timestamp } from '@cairn/ui';
import { isCancellation, isReplaceable, type ReplacementKind } from '@cairn/wallet';
import { isMissing, meaningOf } from './meaning.ts';
import { MeaningText } from './meaning-text.tsx';
import { useWallet } from '../../wallet/context.ts';
import { goTo } from '../../shared/route.ts';
import { outboxOf, canSubmit, type AccountData } from '../../wallet/state.ts';
import { Amount } from '../../shared/amount.tsx';
import { Rich, t } from './texts.ts';

/** Pending transfers of the selected account, with buttons to speed up or cancel them; nothing if there are none. */
export function PendingTransfers() {
  const { data } = useWallet();
  if (data === undefined || data.history.pending.length === 0) return null;
  // In the order of nonces, in which blocks include them.
  const waiting = data.history.pending.toSorted((a, b) => a.nonce - b.nonce);
  return (
    <Card title={t('pending.title')} flush footer={<span class="c-faint c-small">{t('pending.note')}</span>}>
      <ul class="c-rows" aria-label={t('pending.title')}>
        {waiting.map((transaction, index) => (
          <PendingTransfer
            key={transaction.id}
            transaction={transaction}
            before={waiting[index - 1]}
            data={data}
          />
        ))}
      </ul>
    </Card>
  );
}

function PendingTransfer(props: {
  transaction: RpcTransaction;
  before: RpcTransaction | undefined;
  data: AccountData;
}) {
  const { transaction, before, data } = props;
  const { state } = useWallet();
  const outbox = outboxOf(state);
  const isLost = outbox.some(
    (item) =>
      item.entry.replaces?.id === transaction.id && isMissing(item) && !state.sending.includes(item.entry.id),
  );
  const stored = data.outbox.find(({ entry }) => entry.id === transaction.id)?.entry;
  return (
    <li class="c-row c-row--between">
      <div class="c-lines">
        <span class="c-row">
          <span>
            <MeaningText meaning={meaningOf(transaction, outbox)} />
          </span>
          <Badge tone="warn" dot="pulse">
            {t('result.badge.pending')}
          </Badge>
        </span>
        <span class="c-row c-muted c-small">
          <span>
            <Rich
              k="pending.facts"
              values={{ nonce: transaction.nonce, fee: <Amount value={parsePebbles(transaction.fee)} /> }}
            />
          </span>
          {stored !== undefined && (
            <span>
              <Rich
                k="pending.since"
                values={{
                  time: <Timestamp seconds={Math.floor((stored.sentAt ?? stored.signedAt) / 1_000)} />,
                }}
              />
            </span>
          )}
        </span>
        {stored?.leftBlock !== undefined && (
          <span class="c-muted c-small">{t('pending.left_block', { height: stored.leftBlock })}</span>
        )}
        {stored?.replaces !== undefined && <span class="c-muted c-small">{t('pending.either')}</span>}
        {isLost && <span class="c-muted c-small">{t('pending.missing')}</span>}
        {before !== undefined && (
          <span class="c-muted c-small">{t('pending.behind', { nonce: before.nonce })}</span>
        )}
      </div>
      {isReplaceable(transaction, data.account) && <Actions transaction={transaction} />}
    </li>
  );
}

function Actions({ transaction }: { transaction: RpcTransaction }) {
  const { model, state } = useWallet();
  const blocked = !canSubmit(state);
  const { id, nonce } = transaction;
  const choose = (kind: ReplacementKind): void => {
    model.chooseReplacement({ id, kind });
    goTo('send');
  };
  return (
    <div class="c-row">
      <Button
        size="sm"
        disabled={blocked}
        label={t('pending.speed_up_label', { nonce })}
        onClick={() => choose('speed_up')}
      >
        {t('pending.speed_up')}
      </Button>
      {!isCancellation(transaction) && (
        <Button
          size="sm"
          variant="ghost"
          disabled={blocked}
          label={t('pending.cancel_label', { nonce })}
          onClick={() => choose('cancel')}
        >
          {t('pending.cancel')}
        </Button>
      )}
    </div>
  );
}
