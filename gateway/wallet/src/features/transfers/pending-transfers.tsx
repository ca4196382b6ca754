import type { RpcTransaction } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import { Badge, Button, Card, Timestamp } from '@cairn/ui';
import { isCancellation, isReplaceable, type ReplacementKind } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { Amount } from '../../shared/amount.tsx';
import { goTo } from '../../shared/route.ts';
import { useWallet } from '../../wallet/context.ts';
import { type AccountData, canSubmit, outboxOf } from '../../wallet/state.ts';
import { isMissing, meaningOf, MeaningText } from './meaning.tsx';
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
  const { id, nonce } = transaction;
  const { state } = useWallet();
  const outbox = outboxOf(state);
  const stored = data.outbox.find(({ entry }) => entry.id === id)?.entry;
  const isLost = outbox.some(
    (item) => item.entry.replaces?.id === id && isMissing(item) && !state.sending.includes(item.entry.id),
  );
  const fee = <Amount value={parsePebbles(transaction.fee)} />;
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
        <Remark>
          <Rich k="pending.facts" values={{ nonce, fee }} />
          {stored !== undefined && ' · '}
          {stored !== undefined && (
            <Rich
              k="pending.since"
              values={{
                time: <Timestamp seconds={Math.floor((stored.sentAt ?? stored.signedAt) / 1_000)} />,
              }}
            />
          )}
        </Remark>
        {stored?.leftBlock !== undefined && (
          <Remark>{t('pending.left_block', { height: stored.leftBlock })}</Remark>
        )}
        {stored?.replaces !== undefined && <Remark>{t('pending.either')}</Remark>}
        {isLost && <Remark>{t('pending.missing')}</Remark>}
        {before !== undefined && <Remark>{t('pending.behind', { nonce: before.nonce })}</Remark>}
      </div>
      {isReplaceable(transaction, data.account) && (
        <div class="c-row">
          <ReplaceButton kind="speed_up" {...{ id, nonce }} />
          {!isCancellation(transaction) && <ReplaceButton kind="cancel" {...{ id, nonce }} />}
        </div>
      )}
    </li>
  );
}

function Remark({ children }: { children: ComponentChildren }) {
  return <span class="c-muted c-small">{children}</span>;
}

function ReplaceButton({ kind, id, nonce }: { kind: ReplacementKind; id: string; nonce: number }) {
  const { model, state } = useWallet();
  return (
    <Button
      size="sm"
      variant={kind === 'cancel' ? 'ghost' : 'secondary'}
      disabled={!canSubmit(state)}
      label={t(`pending.${kind}_label`, { nonce })}
      onClick={() => {
        model.chooseReplacement({ id, kind });
        goTo('send');
      }}
    >
      {t(`pending.${kind}`)}
    </Button>
  );
}
