import { Button, Notice } from '@cairn/ui';
import {
  findDuplicate,
  isPlanCurrent,
  isUnusualFee,
  suggestFees,
  type RecipientRisk,
  type SendPlan,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure } from '../../shared/form.tsx';
import { useTask } from '../../shared/use-task.ts';
import { useWallet } from '../../wallet/context.ts';
import { canSubmit, isWatching, outboxOf } from '../../wallet/state.ts';
import {
  DecisionCard,
  LookAlike,
  meaningOfPlan,
  PlanFacts,
  PlanHead,
  type Submitted,
  useFeeConsent,
} from '../transfers/index.ts';
import { t } from './texts.ts';

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
  const [refused, setRefused] = useState(false);
  const changed = data !== undefined && !isPlanCurrent(plan, data.account, data.history.pending);
  const meaning = meaningOfPlan(plan, outboxOf(state));
  // A fee is compared with what the transfer pays, or with what it cancels.
  const consent = useFeeConsent(plan.body.fee, 'value' in meaning ? meaning.value : undefined);
  const watching = isWatching(state);
  const kind = plan.replaces?.kind ?? 'send';
  const send = async (): Promise<void> => {
    setRefused(false);
    const result = await model.sending.send(plan);
    if (result.kind === 'submitted') return onSent(result);
    setRefused(true);
  };
  return (
    <DecisionCard
      title={t(`confirm.heading_${kind}`)}
      back={{ label: t('common.back'), onClick: onBack }}
      action={{
        label: watching ? t('unsigned.show') : t(task.busy ? 'outbox.sending' : `confirm.sign_${kind}`),
        disabled: !canSubmit(state) || changed,
        danger: kind === 'cancel',
        onClick: () => void (consent.given() && (watching ? onUnsigned?.() : task.run(send))),
      }}
      busy={task.busy}
      facts={<PlanFacts plan={plan} meaning={meaning} />}
    >
      <PlanHead plan={plan} meaning={meaning} />
      <RecipientNotices plan={plan} risk={risk} />
      <MistakeWarnings plan={plan} consented={consent.notice !== null} />
      {consent.notice}
      {changed && !task.busy && (
        <Notice
          tone="warn"
          title={t('confirm.changed')}
          live
          action={<Button onClick={onAgain}>{t('confirm.again')}</Button>}
        >
          {t('confirm.changed_text')}
        </Notice>
      )}
      {refused && !changed && (
        <Notice tone="warn" title={t('confirm.blocked')} live>
          {t('confirm.blocked_text')}
        </Notice>
      )}
      <TaskFailure task={task} title={t('confirm.not_sent')} />
    </DecisionCard>
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
