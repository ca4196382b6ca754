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
import { DecisionCard } from '../../components/decision-card.tsx';
import { TaskFailure } from '../../components/form.tsx';
import { cancelledTransferOf } from '../../lib/replacements.ts';
import { useWallet } from '../../lib/context.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';
import { Rich } from '../../messages/rich.tsx';
import type { SendResult } from '../../model/send-actions.ts';
import { isWatching, outboxOf, planStateOf, submitBlockers } from '../../model/state.ts';
import { useFeeConsent } from './fee-consent.tsx';
import { LookAlike } from './look-alike.tsx';
import { PlanFacts, PlanHead, purposeOf, type Purpose } from './plan-summary.tsx';

type Submitted = Extract<SendResult, { kind: 'submitted' }>;

/** The last look at a planned transfer, and the button that signs and sends it. */
export function ConfirmTransfer(props: {
  plan: SendPlan;
  risk?: RecipientRisk | undefined;
  onBack: () => void;
  /** The account has changed: plan the transfer again and show it. */
  onAgain: () => void;
  onSent: (result: Submitted) => void;
  /** From a watched address: another device is to sign it. */
  onUnsigned?: () => void;
}) {
  const { plan, risk, onBack, onAgain, onSent, onUnsigned } = props;
  const { model, state, data } = useWallet();
  const task = useTask();
  const [refused, setRefused] = useState<'blocked' | 'undecided' | undefined>(undefined);
  const changes = data === undefined ? [] : findPlanChanges(plan, planStateOf(data));
  const cancelled = cancelledTransferOf(plan, outboxOf(state));
  const purpose = purposeOf(plan, cancelled);
  // Without a known amount there is nothing to compare.
  const amount = purpose === 'faster_some_cancel' ? undefined : (cancelled?.value ?? plan.body.value);
  const consent = useFeeConsent(plan.body.fee, amount);
  const watching = isWatching(state);
  const blocked = submitBlockers(state).length > 0;
  const send = async (): Promise<void> => {
    const result = await model.send(plan);
    if (result.kind === 'submitted') return onSent(result);
    // A changed plan has its own notice.
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

/** The button's text. */
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

/** Warnings about what is allowed, but more often a mistake than intended. */
function MistakeWarnings({ plan, consented }: { plan: SendPlan; consented: boolean }) {
  const { data, state } = useWallet();
  if (data === undefined) return null;
  // Two cancellations always have the same amount and recipient.
  const duplicate = plan.replaces?.kind === 'cancel' ? undefined : findDuplicate(plan, data.history.pending);
  const presets = suggestFees(data.history.confirmed, state.status?.height ?? 0);
  return (
    <>
      {duplicate !== undefined && <Notice tone="warn">{t('confirm.twin')}</Notice>}
      {!consented && isUnusualFee(plan.body.fee, presets) && (
        <Notice tone="warn">{t('confirm.unusual_fee')}</Notice>
      )}
    </>
  );
}

/** Changes since the transfer was reviewed: it must be reviewed again before it can be signed. */
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
