import { Button, Notice } from '@cairn/ui';
import { findDuplicate, isPlanCurrent, type SendPlan } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { useTask } from '../../shared/form.tsx';
import { useWallet } from '../../model/context.ts';
import type { Submitted } from '../../model/sending.ts';
import { canSubmit, isWatching, outboxOf } from '../../model/state.ts';
import { DecisionCard, meaningOfPlan, useFeeConsent } from '../transfers/index.ts';
import { t } from './texts.ts';

/** The confirmation of a planned transfer, with the button that signs and sends it (or shows it to another device). */
export function ConfirmTransfer(props: {
  plan: SendPlan;
  onBack: () => void;
  /** Plans and shows the transfer again, after the account has changed. */
  onAgain: () => void;
  onSent: (result: Submitted) => void;
  /** Shows the unsigned transfer for another device. Called instead of signing if the sender is a watched address. */
  onUnsigned?: () => void;
}) {
  const { plan, onBack, onAgain, onSent, onUnsigned } = props;
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
      transfer={plan}
      meaning={meaning}
      remaining={plan.remaining}
      back={{ label: t('common.back'), onClick: onBack }}
      action={{
        label: watching ? t('unsigned.show') : t(task.busy ? 'outbox.sending' : `confirm.sign_${kind}`),
        disabled: !canSubmit(state) || changed,
        danger: kind === 'cancel',
        onClick: () => void (consent.given() && (watching ? onUnsigned?.() : task.run(send))),
      }}
      task={task}
      failed={t('confirm.not_sent')}
    >
      {kind !== 'send' && <Notice tone="info">{t('replace.both')}</Notice>}
      {kind !== 'cancel' && data !== undefined && findDuplicate(plan, data.history.pending) !== undefined && (
        <Notice tone="warn">{t('confirm.duplicate')}</Notice>
      )}
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
        <Notice tone="warn" title={t('common.notSigned')} live>
          {t('confirm.blocked_text')}
        </Notice>
      )}
    </DecisionCard>
  );
}
