import type { TransactionId } from '@cairn/protocol';
import { Amount, Badge, Button, Card, Identifier, LinkButton, Notice, type Tone } from '@cairn/ui';
import { needsDecision, type OutboxItem, type SendPlan, type SubmitOutcome } from '@cairn/wallet';
import { AddressGroups, RecipientName } from '../../shared/address.tsx';
import { Facts, MoreFacts } from '../../shared/facts.tsx';
import { nameOfAddress } from '../../shared/names.ts';
import { hrefOf } from '../../shared/route.ts';
import { formatNumber } from '../../shared/texts.ts';
import { useWallet, type WalletView } from '../../wallet/context.ts';
import type { SendResult } from '../../wallet/sending.ts';
import { depthUnder, outboxOf } from '../../wallet/state.ts';
import { ExplorerLink } from './explorer-link.tsx';
import { meaningFact } from './meaning-text.tsx';
import { isMissing, type Meaning, meaningOfPlan } from './meaning.ts';
import { Pebble } from './pebble.tsx';
import { toSelf } from './plan-summary.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import { Rich, t } from './texts.ts';

export type Submitted = Extract<SendResult, { kind: 'submitted' }>;

/**
 * Where a sent transfer is now, by the node's latest data or else by its answer to the submission. `open`: the node may
 * not have it, and its owner must decide; `missing`: the node still has the original instead of this replacement;
 * `replaced`: another transaction uses its nonce.
 */
type Status = 'pending' | 'confirmed' | 'open' | 'missing' | 'replaced';

function statusOf(
  id: TransactionId,
  outcome: SubmitOutcome,
  stored: OutboxItem | undefined,
  { data }: WalletView,
): Status {
  if (data?.history.confirmed.some((item) => item.id === id)) return 'confirmed';
  if (data?.history.pending.some((item) => item.id === id)) return 'pending';
  if (stored === undefined) {
    if (outcome.kind === 'confirmed') return 'confirmed';
    return outcome.kind === 'accepted' ? 'pending' : 'open';
  }
  if (stored.reconciliation.kind === 'replaced') return isMissing(stored) ? 'missing' : 'replaced';
  if (needsDecision(stored)) return 'open';
  return stored.entry.state === 'confirmed' ? 'confirmed' : 'pending';
}

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  confirmed: 'success',
  open: 'warn',
  missing: 'warn',
  replaced: 'neutral',
};

/** Result of submitting a transfer, updated with each answer of the node. */
export function TransferResult(props: {
  plan: SendPlan;
  result: Submitted;
  onAgain: () => void;
  againLabel: string;
}) {
  const { plan, result, onAgain, againLabel } = props;
  const view = useWallet();
  const { id, outcome } = result;
  if (outcome.kind === 'rejected') {
    const action = <Button onClick={onAgain}>{t('result.back')}</Button>;
    return <RejectedNotice outcome={outcome} replacement={plan.replaces !== undefined} action={action} />;
  }
  const outbox = outboxOf(view.state);
  const stored = outbox.find(({ entry }) => entry.id === id);
  const status = statusOf(id, outcome, stored, view);
  const meaning = meaningOfPlan(plan, outbox);
  const isSent = status === 'confirmed' || status === 'pending';
  return (
    <Card
      title={t(meaning.kind === 'payment' ? 'result.title' : 'result.title_cancel')}
      actions={
        <Badge tone={TONES[status]} dot={status === 'pending' ? 'pulse' : false}>
          {t(`result.badge.${status}`)}
        </Badge>
      }
      flush
      footer={
        <div class="c-row">
          <LinkButton href={hrefOf('activity')}>{t('result.activity')}</LinkButton>
          <Button onClick={onAgain}>{againLabel}</Button>
          {isSent && <ExplorerLink id={id} pending={status === 'pending'} />}
        </div>
      }
    >
      <div class="c-pad c-stack">
        {isSent && <Followed id={id} isConfirmed={status === 'confirmed'} />}
        <Explanation {...{ id, status, outcome, stored }} />
        {meaning.kind === 'cancellation' && status === 'confirmed' && (
          <p>
            <Rich
              k="result.cancelled"
              values={{ recipient: <RecipientName address={meaning.toAddress} /> }}
            />
          </p>
        )}
        {plan.replaces !== undefined && status === 'pending' && <p>{t('pending.either')}</p>}
      </div>
      <SentFacts plan={plan} meaning={meaning} />
      <MoreFacts
        items={[
          { label: t('tx.nonce'), value: String(plan.body.nonce) },
          { label: t('tx.id'), value: <Identifier value={id} what={t('tx.idWhat')} length="whole" /> },
        ]}
      />
    </Card>
  );
}

/** The transfer as a pebble that becomes a stone. */
function Followed({ id, isConfirmed }: { id: TransactionId; isConfirmed: boolean }) {
  const { state, data } = useWallet();
  if (!isConfirmed) return <Pebble depth={0} />;
  const height = data?.history.confirmed.find((item) => item.id === id)?.block_height ?? undefined;
  return (
    <Pebble
      depth={(height === undefined ? undefined : depthUnder(state, height)) ?? 1}
      height={height === undefined ? undefined : formatNumber(height)}
    />
  );
}

/** Amount, fee and recipient; or the cancelled transfer, the transfer to oneself that cancels it, and its fee. */
function SentFacts({ plan: { body }, meaning }: { plan: SendPlan; meaning: Meaning }) {
  const { wallet } = useWallet();
  const fee = { label: t('tx.fee'), value: <Amount value={body.fee} /> };
  if (meaning.kind !== 'payment') return <Facts items={[meaningFact(meaning), toSelf(body), fee]} />;
  const name = nameOfAddress(wallet, body.toAddress);
  const whole = <AddressGroups address={body.toAddress} />;
  const to = {
    label: t('tx.toLabel'),
    ...(name === undefined ? { value: whole } : { value: name, hint: whole }),
  };
  return <Facts items={[{ label: t('tx.amount'), value: <Amount value={body.value} /> }, fee, to]} />;
}

/** What the state means. The depth counts blocks of the node's own chain (interface document, section 8). */
function Explanation(props: {
  id: TransactionId;
  status: Status;
  outcome: SubmitOutcome;
  stored: OutboxItem | undefined;
}) {
  const { id, status, outcome, stored } = props;
  const { state, data, wallet } = useWallet();
  const notice = (tone: 'success' | 'warn', title: string, text: string) => (
    <Notice tone={tone} title={title} live>
      {text}
    </Notice>
  );
  if (status === 'confirmed') {
    const height = data?.history.confirmed.find((item) => item.id === id)?.block_height ?? undefined;
    const depth = height === undefined ? undefined : depthUnder(state, height);
    if (height === undefined || depth === undefined)
      return notice('success', t('tx.confirmed'), t('result.confirmed_text'));
    const text = t('result.confirmed_height', { height: formatNumber(height) });
    return notice('success', t('tx.confirmations', { count: depth }), text);
  }
  if (status === 'pending') {
    const left = stored?.entry.leftBlock;
    if (left !== undefined)
      return notice('warn', t('result.pending_again'), t('pending.left_block', { height: left }));
    // A devnet has no other nodes.
    const isAlone = outcome.kind === 'accepted' && outcome.relayCount === 0 && wallet.network !== 'devnet';
    const alone = isAlone ? ` ${t('result.no_relay')}` : '';
    return notice('success', t('result.submitted'), t('result.submitted_text') + alone);
  }
  if (status === 'open') return <p class="c-muted">{t('result.open_text')}</p>;
  const isFinal = stored?.reconciliation.kind === 'replaced' && stored.reconciliation.final;
  return notice(
    'warn',
    t(`result.${status}`),
    t(isFinal ? 'result.replaced_final' : `result.${status}_text`),
  );
}
