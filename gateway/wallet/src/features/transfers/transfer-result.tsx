import type { TransactionId, Address } from '@cairn/protocol';
import {
  Amount,
  Badge,
  Button,
  Card,
  Identifier,
  type KeyValue,
  LinkButton,
  Notice,
  type Tone,
} from '@cairn/ui';
import { needsDecision, type OutboxState, type SendPlan, type SubmitOutcome } from '@cairn/wallet';
import { AddressGroups, RecipientName } from '../../shared/address.tsx';
import { ExplorerLink } from './explorer-link.tsx';
import { Facts, MoreFacts } from '../../shared/facts.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import {
  isMissing,
  isSpeedUpOfCancellation,
  type CancelledTransfer,
  cancelledTransferOf,
} from './replacements.ts';
import { useWallet } from '../../wallet/context.ts';
import { nameOfAddress } from '../../shared/names.ts';
import { hrefOf } from '../../shared/route.ts';
import type { SendResult } from '../../wallet/sending.ts';
import { depthUnder, outboxOf, type AppState } from '../../wallet/state.ts';
import { formatNumber } from '../../shared/texts.ts';
import { Rich, t } from './texts.ts';

interface TransferResultProps {
  readonly plan: SendPlan;
  readonly result: Extract<SendResult, { kind: 'submitted' }>;
  readonly onAgain: () => void;
  readonly againLabel: string;
}

/**
 * Current state of the transfer, from the node's latest data or else from its answer to the submission. `open`: signed
 * and stored, but the user must decide, because the node may not have it; `missing`: the node still has the original
 * instead of this replacement; `replaced`: another transaction uses its nonce; `unknown`: neither stored nor accepted
 * by the node.
 */
type Status = 'pending' | 'confirmed' | 'open' | 'missing' | 'replaced' | 'unknown';

function statusOf(id: TransactionId, outcome: SubmitOutcome, state: AppState): Status {
  const { data } = state;
  if (data?.history.confirmed.some((item) => item.id === id)) return 'confirmed';
  if (data?.history.pending.some((item) => item.id === id)) return 'pending';
  const stored = outboxOf(state).find(({ entry }) => entry.id === id);
  if (stored !== undefined && isMissing(stored)) return 'missing';
  if (stored?.reconciliation.kind === 'replaced') return 'replaced';
  if (stored !== undefined) return needsDecision(stored) ? 'open' : statusOfStored(stored.entry.state);
  if (outcome.kind === 'confirmed') return 'confirmed';
  return outcome.kind === 'accepted' ? 'pending' : 'unknown';
}

function statusOfStored(state: OutboxState): 'confirmed' | 'pending' {
  return state === 'confirmed' ? 'confirmed' : 'pending';
}

/** Result of submitting a transfer, updated with each answer of the node. */
export function TransferResult({ plan, result, onAgain, againLabel }: TransferResultProps) {
  const { state, wallet } = useWallet();
  const { id, outcome } = result;
  if (outcome.kind === 'rejected') {
    const action = <Button onClick={onAgain}>{t('result.back')}</Button>;
    return <RejectedNotice outcome={outcome} replacement={plan.replaces !== undefined} action={action} />;
  }
  const status = statusOf(id, outcome, state);
  const cancelled = cancelledTransferOf(plan, outboxOf(state));
  const cancels = cancelled !== undefined || isSpeedUpOfCancellation(plan);
  const items = [
    ...(cancelled === undefined
      ? sentFacts(plan, nameOfAddress(wallet, plan.body.toAddress))
      : cancellationFacts(plan, cancelled)),
  ];
  const details = [
    { label: t('confirm.nonce'), value: String(plan.body.nonce) },
    { label: t('result.id'), value: <Identifier value={id} what={t('result.id_what')} length="whole" /> },
  ];
  return (
    <Card
      title={t(cancels ? 'result.title_cancel' : 'result.title')}
      actions={<StatusBadge status={status} />}
      flush
      footer={<NextSteps {...{ id, status, onAgain, againLabel }} />}
    >
      <div class="c-pad c-stack">
        <Explanation status={status} id={id} outcome={outcome} />
        {cancelled !== undefined && status === 'confirmed' && (
          <p>
            <Rich
              k="result.cancelled"
              values={{ recipient: <RecipientName address={cancelled.toAddress} /> }}
            />
          </p>
        )}
        {plan.replaces !== undefined && status === 'pending' && <p>{t('pending.either')}</p>}
      </div>
      <Facts items={items} />
      <MoreFacts items={details} />
    </Card>
  );
}

function sentFacts({ body }: SendPlan, name: string | undefined): KeyValue[] {
  return [
    { label: t('confirm.amount'), value: <Amount value={body.value} /> },
    { label: t('confirm.fee'), value: <Amount value={body.fee} /> },
    { label: t('result.to'), ...recipientOf(body.toAddress, name) },
  ];
}

function recipientOf(address: Address, name: string | undefined): Pick<KeyValue, 'value' | 'hint'> {
  const whole = <AddressGroups address={address} />;
  return name === undefined ? { value: whole } : { value: name, hint: whole };
}

/** The cancelled transfer, then amount and fee of the transfer to oneself that cancels it. */
function cancellationFacts({ body }: SendPlan, cancelled: CancelledTransfer): KeyValue[] {
  return [
    cancelledFact(cancelled),
    {
      label: t('confirm.to_self'),
      value: <Amount value={body.value} />,
      hint: t('confirm.to_self_hint'),
    },
    { label: t('confirm.fee'), value: <Amount value={body.fee} /> },
  ];
}

/** The cancelled transfer, with the recipient's whole address. */
export function cancelledFact({ value, toAddress }: CancelledTransfer): KeyValue {
  const recipient = <RecipientName address={toAddress} />;
  return {
    label: t('result.cancellation_of'),
    value: <Rich k="result.cancellation_what" values={{ amount: <Amount value={value} />, recipient }} />,
    hint: <AddressGroups address={toAddress} />,
  };
}

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  confirmed: 'success',
  open: 'warn',
  missing: 'warn',
  replaced: 'neutral',
  unknown: 'neutral',
};

function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={TONES[status]} dot={status === 'pending' ? 'pulse' : false}>
      {t(`result.badge.${status}`)}
    </Badge>
  );
}

function Explanation(props: { status: Status; id: TransactionId; outcome: SubmitOutcome }) {
  const { status, id, outcome } = props;
  switch (status) {
    case 'confirmed':
      return <ConfirmedNotice id={id} />;
    case 'pending':
      return <PendingNotice id={id} outcome={outcome} />;
    case 'missing':
      return (
        <Notice tone="warn" title={t('result.missing')} live>
          {t('result.missing_text')}
        </Notice>
      );
    case 'replaced':
      return <ReplacedNotice id={id} />;
    default:
      return <p class="c-muted">{t(`result.${status}_text`)}</p>;
  }
}

/**
 * Height and depth of the transfer's block. The depth counts blocks of the node's own chain and is not finality
 * (interface document, section 8).
 */
function ConfirmedNotice({ id }: { id: TransactionId }) {
  const { state, data } = useWallet();
  const height = data?.history.confirmed.find((item) => item.id === id)?.block_height ?? undefined;
  const depth = height === undefined ? undefined : depthUnder(state, height);
  const title = depth === undefined ? t('result.confirmed') : t('result.confirmed_deep', { count: depth });
  return (
    <Notice tone="success" title={title} live>
      {height === undefined
        ? t('result.confirmed_text')
        : t('result.confirmed_height', { height: formatNumber(height) })}
    </Notice>
  );
}

/** Notice of a pending transfer. A warning if a reorganization removed its block from the chain. */
function PendingNotice({ id, outcome }: { id: TransactionId; outcome: SubmitOutcome }) {
  const { state, wallet } = useWallet();
  const left = outboxOf(state).find(({ entry }) => entry.id === id)?.entry.leftBlock;
  if (left !== undefined) {
    return (
      <Notice tone="warn" title={t('result.pending_again')} live>
        {t('result.left_block', { height: left })}
      </Notice>
    );
  }
  // A devnet has no other nodes.
  const isUnrelayed = outcome.kind === 'accepted' && outcome.relayCount === 0 && wallet.network !== 'devnet';
  return (
    <Notice tone="success" title={t('result.submitted')} live>
      {t('result.submitted_text')}
      {isUnrelayed && ` ${t('result.no_relay')}`}
    </Notice>
  );
}

function ReplacedNotice({ id }: { id: TransactionId }) {
  const { state } = useWallet();
  const stored = outboxOf(state).find(({ entry }) => entry.id === id)?.reconciliation;
  const final = stored?.kind === 'replaced' && stored.final;
  return (
    <Notice tone="warn" title={t('result.replaced')} live>
      {t(final ? 'result.replaced_final' : 'result.replaced_text')}
    </Notice>
  );
}

function NextSteps(props: { id: TransactionId; status: Status; onAgain: () => void; againLabel: string }) {
  const { id, status, onAgain, againLabel } = props;
  const isSent = status === 'confirmed' || status === 'pending';
  return (
    <div class="c-row">
      <LinkButton href={hrefOf('activity')}>{t('result.activity')}</LinkButton>
      <Button onClick={onAgain}>{againLabel}</Button>
      {isSent && <ExplorerLink id={id} pending={status === 'pending'} />}
    </div>
  );
}
