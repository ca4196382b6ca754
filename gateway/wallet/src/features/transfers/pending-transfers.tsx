import type { RpcTransaction } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import { Badge, Button, Card, Timestamp } from '@cairn/ui';
import { isCancellation, isReplaceable, type ReplacementKind } from '@cairn/wallet';
import { missingReplacement, findCancelledTransfer } from './replacements.ts';
import { useWallet } from '../../wallet/context.ts';
import { goTo } from '../../shared/route.ts';
import { outboxOf, submitBlockers, type AccountData } from '../../wallet/state.ts';
import { Amount } from '../../shared/amount.tsx';
import { RecipientName } from '../../shared/address.tsx';
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
  const missing = missingReplacement(transaction.id, outboxOf(state), state.sending);
  const stored = data.outbox.find(({ entry }) => entry.id === transaction.id)?.entry;
  return (
    <li class="c-row c-row--between">
      <div class="c-lines">
        <span class="c-row">
          <PendingTitle transaction={transaction} />
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
        {missing?.replaces !== undefined && (
          <span class="c-muted c-small">{t(`pending.missing_${missing.replaces.kind}`)}</span>
        )}
        {before !== undefined && (
          <span class="c-muted c-small">{t('pending.behind', { nonce: before.nonce })}</span>
        )}
      </div>
      {isReplaceable(transaction, data.account) && <Actions transaction={transaction} />}
    </li>
  );
}

function PendingTitle({ transaction }: { transaction: RpcTransaction }) {
  const { state } = useWallet();
  const cancels = isCancellation(transaction);
  const cancelled = cancels ? findCancelledTransfer(transaction.id, outboxOf(state)) : undefined;
  if (cancelled !== undefined) {
    const recipient = <RecipientName address={cancelled.toAddress} />;
    const amount = <Amount value={cancelled.value} />;
    return (
      <span>
        <Rich k="pending.cancelling_what" values={{ amount, recipient }} />
      </span>
    );
  }
  if (cancels) return <span>{t('pending.cancelling', { nonce: transaction.nonce })}</span>;
  return (
    <span>
      <Amount value={parsePebbles(transaction.value)} direction="out" />{' '}
      <Rich k="pending.to" values={{ recipient: <RecipientName address={transaction.to_address} /> }} />
    </span>
  );
}

function Actions({ transaction }: { transaction: RpcTransaction }) {
  const { model, state } = useWallet();
  const blocked = submitBlockers(state).length > 0;
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
