import { Amount, Button, Notice } from '@cairn/ui';
import {
  findPlanChanges,
  findDuplicate,
  isUnusualFee,
  suggestFees,
  type PlanChange,
  type RecipientRisk,
  type SendPlan,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import {
  DecisionCard,
  cancelledTransferOf,
  useFeeConsent,
  LookAlike,
  PlanFacts,
  PlanHead,
  purposeOf,
  type Purpose,
} from '../transfers/index.ts';
import { TaskFailure } from '../../shared/form.tsx';
import { useWallet } from '../../wallet/context.ts';
import { useTask } from '../../shared/use-task.ts';
import type { SendResult } from '../../wallet/sending.ts';
import { isWatching, outboxOf, planStateOf, submitBlockers } from '../../wallet/state.ts';
import { Rich, t } from './texts.ts';

type Submitted = Extract<SendResult, { kind: 'submitted' }>;

/** The confirmation of a planned transfer, with the button that signs and sends it (or shows it to another device). */
export function ConfirmTransfer(props: {
  plan: SendPlan;
  risk?: RecipientRisk | undefined;
  onBack: () => void;
  /** Plans and shows the transfer again, after the account has changed. */
  onAgain: () => void;
  onSent: (result: Submitted) => void;
  /** Shows the unsigned transfer for another device. Called instead of signing if the sender is a watched address. */
  onUnsigned?: () => void;
}) {
  const { plan, risk, onBack, onAgain, onSent, onUnsigned } = props;
  const { model, state, data } = useWallet();
  const task = useTask();
  const [refused, setRefused] = useState<'blocked' | 'undecided' | undefined>(undefined);
  const changes = data === undefined ? [] : findPlanChanges(plan, planStateOf(data));
  const cancelled = cancelledTransferOf(plan, outboxOf(state));
  const purpose = purposeOf(plan, cancelled);
  // The amount that the fee is compared with; unknown if the cancelled transfer is unknown.
  const amount = purpose === 'faster_some_cancel' ? undefined : (cancelled?.value ?? plan.body.value);
  const consent = useFeeConsent(plan.body.fee, amount);
  const watching = isWatching(state);
  const blocked = submitBlockers(state).length > 0;
  const send = async (): Promise<void> => {
    const result = await model.sending.send(plan);
    if (result.kind === 'submitted') return onSent(result);
    // If the account has changed, `PlanChanges` shows a notice.
    setRefused(result.kind === 'changed' ? undefined : result.kind);
  };
  return (
    <DecisionCard
      title={t(`confirm.heading_${purpose}`)}
      back={{ label: t('confirm.back'), onClick: onBack }}
      action={{
        label: watching
          ? t('unsigned.show')
          : t(task.busy ? 'confirm.sending' : `confirm.sign_${ACTIONS[purpose]}`),
        disabled: blocked || changes.length > 0,
        danger: purpose === 'cancel',
        onClick: () => void (consent.given() && (watching ? onUnsigned?.() : task.run(send))),
      }}
      busy={task.busy}
      facts={<PlanFacts plan={plan} purpose={purpose} />}
    >
      <PlanHead {...{ plan, purpose, cancelled }} />
      <RecipientNotices plan={plan} risk={risk} />
      <MistakeWarnings plan={plan} consented={consent.notice !== null} />
      {consent.notice}
      {changes.length > 0 && !task.busy && <PlanChanges changes={changes} onAgain={onAgain} />}
      {refused !== undefined && changes.length === 0 && <RefusedNotice refused={refused} blocked={blocked} />}
      <TaskFailure task={task} title={t('confirm.not_sent')} />
    </DecisionCard>
  );
}

/** The last part of the message key of the button's text. */
const ACTIONS = {
  send: 'send',
  speed_up: 'raise',
  faster_cancel: 'raise',
  faster_some_cancel: 'raise',
  cancel: 'cancel',
} as const satisfies Record<Purpose, string>;

/** Why nothing was signed, or that sending has become possible since. */
function RefusedNotice({ refused, blocked }: { refused: 'blocked' | 'undecided'; blocked: boolean }) {
  const why = refused === 'blocked' && !blocked ? 'possible_again' : refused;
  return (
    <Notice tone={why === 'possible_again' ? 'info' : 'warn'} title={t(`confirm.${why}`)} live>
      {t(`confirm.${why}_text`)}
    </Notice>
  );
}

function RecipientNotices({ plan, risk }: { plan: SendPlan; risk: RecipientRisk | undefined }) {
  const { toAddress, fromAddress } = plan.body;
  if (plan.replaces !== undefined) return null;
  if (toAddress === fromAddress) return <Notice tone="info">{t('confirm.self')}</Notice>;
  if (plan.toOwnAccount) return <Notice tone="info">{t('confirm.own')}</Notice>;
  if (risk?.lookAlike !== undefined) return <LookAlike address={toAddress} known={risk.lookAlike} />;
  if (risk?.firstTime) return <Notice tone="info">{t('confirm.first_time')}</Notice>;
  return null;
}

/** Warns of a second transfer like a pending one, and of an unusual fee: both are allowed, but often a mistake. */
function MistakeWarnings({ plan, consented }: { plan: SendPlan; consented: boolean }) {
  const { data, state } = useWallet();
  if (data === undefined) return null;
  // Not for a cancellation: its amount and recipient are always the same.
  const duplicate = plan.replaces?.kind === 'cancel' ? undefined : findDuplicate(plan, data.history.pending);
  const presets = suggestFees(state.status?.suggested_fees);
  return (
    <>
      {duplicate !== undefined && <Notice tone="warn">{t('confirm.duplicate')}</Notice>}
      {!consented && isUnusualFee(plan.body.fee, presets) && (
        <Notice tone="warn">{t('confirm.unusual_fee')}</Notice>
      )}
    </>
  );
}

/**
 * Lists the changes of the account since the transfer was planned. It must be planned again before it can be signed.
 */
function PlanChanges({ changes, onAgain }: { changes: readonly PlanChange[]; onAgain: () => void }) {
  return (
    <Notice
      tone="warn"
      title={t('confirm.changed_title')}
      live
      action={<Button onClick={onAgain}>{t('confirm.again')}</Button>}
    >
      {changes.map((change) => (
        <p key={change.kind}>
          <Change change={change} />
        </p>
      ))}
      <p>{t('confirm.changed_text')}</p>
    </Notice>
  );
}

function Change({ change }: { change: PlanChange }) {
  switch (change.kind) {
    case 'account':
      return <>{t('confirm.changed_account')}</>;
    case 'original_settled':
      return <>{t('confirm.changed_original')}</>;
    case 'nonce':
      return <Rich k="confirm.changed_nonce" values={{ now: change.now, planned: change.planned }} />;
    case 'spendable':
      return (
        <Rich
          k="confirm.changed_spendable"
          values={{ now: <Amount value={change.now} />, planned: <Amount value={change.planned} /> }}
        />
      );
  }
  return null;
}
