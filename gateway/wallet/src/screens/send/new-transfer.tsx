import {
  needsDecision,
  planSend,
  suggestFees,
  type AmountUnit,
  type RecipientRisk,
  type SendPlan,
} from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { OutboxList } from '../../components/outbox-list.tsx';
import { PendingTransfers } from '../../components/outbox-pending.tsx';
import { Screen } from '../../components/screen.tsx';
import { SessionNotices } from '../../components/session-notices.tsx';
import { TestCoinsCard } from '../../components/test-coins.tsx';
import { useSettings, useWallet } from '../../lib/context.ts';
import { useChosenAgain } from '../../lib/route.ts';
import { t } from '../../messages/messages.ts';
import type { SendResult } from '../../model/send-actions.ts';
import { outboxOf } from '../../model/state.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';
import { startDraft, type Draft } from './draft.ts';
import { TransferForm } from './transfer-form.tsx';
import { TransferResult } from './transfer-result.tsx';

type Submitted = Extract<SendResult, { kind: 'submitted' }>;

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'confirm'; readonly plan: SendPlan; readonly risk: RecipientRisk }
  | { readonly name: 'result'; readonly plan: SendPlan; readonly result: Submitted };

const TITLES = { form: 'send.title', confirm: 'send.title_confirm', result: 'send.title_result' } as const;

/** From a form over a confirmation to what became of it. */
export function NewTransfer() {
  const { model, wallet, data, ownAddresses, state } = useWallet();
  const { unit } = useSettings();
  const freshDraft = (unit: AmountUnit, recipient?: string): Draft => {
    const fees = data && suggestFees(data.history.confirmed, state.status?.height ?? 0);
    return startDraft(unit, { recipient, fee: fees?.first });
  };
  const [draft, setDraft] = useState<Draft>(() => freshDraft(unit, state.payee));
  // Taken over once: the next new transfer begins empty.
  useEffect(() => model.choosePayee(undefined), []);
  const [step, setStep] = useState<Step>({ name: 'form' });
  // What was sent is read: whoever chooses “Send” there wants to send another one.
  useChosenAgain(() => step.name === 'result' && setStep({ name: 'form' }));
  // Counts how often the transfer was shown anew: each time the focus begins at the heading again.
  const [round, setRound] = useState(0);
  const settle = (plan: SendPlan, result: Submitted): void => {
    if (result.outcome.kind !== 'rejected') setDraft(freshDraft(draft.form.unit));
    setStep({ name: 'result', plan, result });
  };
  /** The same form against the current state; back to it where it does not fit any more. */
  const reviewAgain = (risk: RecipientRisk): void => {
    setRound(round + 1);
    if (data === undefined) return setStep({ name: 'form' });
    const { plan } = planSend({
      form: draft.form,
      network: wallet.network,
      account: data.account,
      ownAddresses,
    });
    setStep(plan === undefined ? { name: 'form' } : { name: 'confirm', plan, risk });
  };
  const open = outboxOf(state).filter(needsDecision);
  const undecided = open.some(({ entry }) => !state.sending.includes(entry.id));
  const watching = wallet.selected.kind === 'watched';
  return (
    <Screen key={`${step.name}-${round}`} title={t(TITLES[step.name])} width="narrow">
      <SessionNotices />
      {step.name !== 'confirm' && <OutboxList />}
      {step.name === 'form' && undecided && <p class="c-muted">{t('send.blocked_undecided')}</p>}
      {step.name === 'form' && <TestCoinsCard />}
      {step.name === 'form' && !undecided && !watching && (
        <TransferForm
          draft={draft}
          onChange={setDraft}
          onReview={(plan, risk) => setStep({ name: 'confirm', plan, risk })}
        />
      )}
      {step.name === 'confirm' && (
        <ConfirmTransfer
          plan={step.plan}
          risk={step.risk}
          onBack={() => setStep({ name: 'form' })}
          onAgain={() => reviewAgain(step.risk)}
          onSent={(result) => settle(step.plan, result)}
        />
      )}
      {step.name === 'result' && (
        <TransferResult
          {...step}
          onAgain={() => setStep({ name: 'form' })}
          againLabel={t('result.another')}
        />
      )}
      {step.name === 'form' && <PendingTransfers />}
    </Screen>
  );
}
