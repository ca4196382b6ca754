import { formatCoins } from '@cairn/protocol';
import { DEFAULT_FEE, needsDecision, type SendForm, type SendPlan } from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { OutboxList } from '../../components/outbox-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { SessionNotices } from '../../components/session-notices.tsx';
import { useWallet } from '../../lib/context.ts';
import type { SendResult } from '../../model/send-actions.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';
import { TransferForm } from './transfer-form.tsx';
import { TransferResult } from './transfer-result.tsx';

type Step =
  | { readonly name: 'form'; readonly changed?: boolean }
  | { readonly name: 'confirm'; readonly plan: SendPlan }
  | {
      readonly name: 'result';
      readonly plan: SendPlan;
      readonly result: Extract<SendResult, { kind: 'submitted' }>;
    };

const EMPTY_FORM: SendForm = { recipient: '', amount: '', fee: formatCoins(DEFAULT_FEE) };
const TITLES = { form: 'Send', confirm: 'Confirm the transfer', result: 'Transfer' } as const;

/** From a form over a confirmation to what became of it. */
export function Send() {
  const { wallet, data } = useWallet();
  const [form, setForm] = useState(EMPTY_FORM);
  const [step, setStep] = useState<Step>({ name: 'form' });
  // A plan belongs to the account that it was made for.
  useEffect(() => setStep({ name: 'form' }), [wallet.selected.address]);
  const settle = (plan: SendPlan, result: SendResult): void => {
    if (result.kind !== 'submitted') return setStep({ name: 'form', changed: result.kind === 'changed' });
    if (result.outcome.kind !== 'rejected') setForm(EMPTY_FORM);
    setStep({ name: 'result', plan, result });
  };
  const undecided = data?.outbox.some(needsDecision) ?? false;
  return (
    <Screen title={TITLES[step.name]} width="narrow">
      <SessionNotices />
      {step.name !== 'confirm' && <OutboxList />}
      {step.name === 'form' && !undecided && (
        <TransferForm
          form={form}
          changed={step.changed === true}
          onChange={setForm}
          onReview={(plan) => setStep({ name: 'confirm', plan })}
        />
      )}
      {step.name === 'confirm' && (
        <ConfirmTransfer
          plan={step.plan}
          onBack={() => setStep({ name: 'form' })}
          onSent={(result) => settle(step.plan, result)}
        />
      )}
      {step.name === 'result' && <TransferResult {...step} onAgain={() => setStep({ name: 'form' })} />}
    </Screen>
  );
}
