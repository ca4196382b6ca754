import type { RpcTransaction } from '@cairn/api/rpc';
import { minimumReplacementFee, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, Notice } from '@cairn/ui';
import {
  formatAmountEntry,
  isAbsurdFee,
  isCancellation,
  isReplaceable,
  planReplacement,
  type ReplacementKind,
  type ReplacementReview,
  type SendPlan,
} from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { AmountInput } from '../../shared/amount.tsx';
import { AddressGroups } from '../../shared/address.tsx';
import { Facts } from '../../shared/facts.tsx';
import { Form } from '../../shared/form.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/session-notices.tsx';
import { formatAmount } from '../../shared/amount-text.ts';
import {
  isSpeedUpOfCancellation,
  findCancelledTransfer,
  cancelledFact,
  TransferResult,
} from '../transfers/index.ts';
import { useSettings, useWallet } from '../../wallet/context.ts';
import { explainFee } from '../../shared/field-errors.ts';
import { useScreenReselected } from '../../shared/route.ts';
import type { SendResult } from '../../wallet/sending.ts';
import { isWatching, outboxOf, submitBlockers, type Replacing } from '../../wallet/state.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';
import { UnsignedTransfer } from './unsigned-transfer.tsx';
import { t } from './texts.ts';

type Submitted = Extract<SendResult, { kind: 'submitted' }>;

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'confirm'; readonly plan: SendPlan }
  /** The transfer is shown as a code for another device, which signs it. */
  | { readonly name: 'unsigned'; readonly plan: SendPlan }
  | { readonly name: 'result'; readonly plan: SendPlan; readonly result: Submitted };

/** Form, confirmation and result of speeding up or cancelling a pending transfer. */
export function ReplaceTransfer({ id, kind }: Replacing) {
  const { model, data } = useWallet();
  const [step, setStep] = useState<Step>({ name: 'form' });
  const leave = (): void => model.chooseReplacement(undefined);
  // Clear the choice on leaving: the next visit of the send screen starts a new transfer.
  useEffect(() => leave, []);
  useScreenReselected(() => step.name !== 'confirm' && leave());
  const original = data?.history.pending.find((item) => item.id === id);
  // Recognize a cancellation by the original while it is pending, afterwards by the plan.
  const planned = step.name === 'form' ? undefined : step.plan;
  const ofCancellation = original === undefined ? isSpeedUpOfCancellation(planned) : isCancellation(original);
  const wording = kind === 'speed_up' && ofCancellation ? 'speed_up_cancel' : kind;
  const replaceable = data !== undefined && original !== undefined && isReplaceable(original, data.account);
  return (
    <Screen title={t(titleOf(step, wording))} width="narrow">
      {step.name !== 'unsigned' && <SessionNotices />}
      {step.name === 'form' && replaceable && (
        <ReplacementForm
          kind={kind}
          wording={wording}
          original={original}
          onReview={(plan) => setStep({ name: 'confirm', plan })}
          onLeave={leave}
        />
      )}
      {step.name === 'form' && data !== undefined && !replaceable && (
        <Notice tone="info" action={<Button onClick={leave}>{t('confirm.back')}</Button>}>
          {t('replace.gone')}
        </Notice>
      )}
      {step.name === 'confirm' && (
        <>
          <Notice tone="info">{t('replace.both')}</Notice>
          <ConfirmTransfer
            plan={step.plan}
            onBack={() => setStep({ name: 'form' })}
            onAgain={() => setStep({ name: 'form' })}
            onSent={(result) => setStep({ name: 'result', plan: step.plan, result })}
            onUnsigned={() => setStep({ name: 'unsigned', plan: step.plan })}
          />
        </>
      )}
      {step.name === 'unsigned' && (
        <UnsignedTransfer plan={step.plan} onBack={() => setStep({ name: 'form' })} />
      )}
      {step.name === 'result' && (
        <TransferResult {...step} onAgain={leave} againLabel={t('result.to_send')} />
      )}
    </Screen>
  );
}

/** Part of the message keys. Speeding up a cancellation has its own texts. */
type Wording = ReplacementKind | 'speed_up_cancel';

function titleOf(step: Step, wording: Wording) {
  if (step.name === 'form') return `replace.title_${wording}` as const;
  return step.name !== 'result'
    ? (`replace.confirm_${wording}` as const)
    : (`replace.result_${wording}` as const);
}

function ReplacementForm(props: {
  kind: ReplacementKind;
  wording: Wording;
  original: RpcTransaction;
  onReview: (plan: SendPlan) => void;
  onLeave: () => void;
}) {
  const { kind, wording, original, onReview, onLeave } = props;
  const { data, wallet, state } = useWallet();
  const { unit } = useSettings();
  const [fee, setFee] = useState(() => formatAmountEntry(suggestFee(original), unit));
  const { account } = data!;
  const review = planReplacement({ kind, original, fee, unit, network: wallet.network, account });
  const blocked = submitBlockers(state).length > 0;
  // The wallet with the key would refuse to sign a transfer with such a fee.
  const absurd = isWatching(state) && review.plan !== undefined && isAbsurdFee(review.plan.body);
  const submit = (): boolean => {
    if (review.plan === undefined || blocked || absurd) return false;
    onReview(review.plan);
    return true;
  };
  return (
    <div class="w-act-card">
      <Form onSubmit={submit}>
        <Card
          title={t(wording === 'speed_up_cancel' ? 'replace.original_cancel' : 'replace.original')}
          flush
          footer={
            <div class="c-actions">
              <Button onClick={onLeave}>{t('replace.keep')}</Button>
              <Button variant="primary" type="submit" disabled={blocked}>
                {t(wording === 'cancel' ? 'replace.review_cancel' : 'replace.review')}
              </Button>
            </div>
          }
        >
          <OriginalFacts original={original} />
          <div class="c-pad c-ruled c-stack">
            <p class="c-muted">{t(`replace.${wording}_text`)}</p>
            <AmountInput
              label={t(wording === 'cancel' ? 'replace.fee_cancel' : 'replace.fee')}
              unit={unit}
              value={fee}
              hint={t('replace.rule', { minimum: formatAmount(review.minimumFee, unit) })}
              error={absurd ? t('scan.invalid_fee') : errorOf(review, unit)}
              onInput={setFee}
            />
          </div>
        </Card>
      </Form>
    </div>
  );
}

/** Twice the original fee, or the minimum for a replacement if that is more. */
function suggestFee({ fee }: RpcTransaction): bigint {
  const former = parsePebbles(fee);
  const minimum = minimumReplacementFee(former);
  return former * 2n > minimum ? former * 2n : minimum;
}

function errorOf({ feeProblem, minimumFee }: ReplacementReview, unit: 'crn' | 'pebbles'): string | undefined {
  return feeProblem === undefined ? undefined : explainFee(feeProblem, unit, minimumFee);
}

function OriginalFacts({ original }: { original: RpcTransaction }) {
  const { state } = useWallet();
  const cancelled = isCancellation(original)
    ? findCancelledTransfer(original.id, outboxOf(state))
    : undefined;
  return (
    <Facts
      items={[
        ...(cancelled === undefined
          ? [
              { label: t('confirm.amount'), value: <Amount value={parsePebbles(original.value)} /> },
              { label: t('result.to'), value: <AddressGroups address={original.to_address} /> },
            ]
          : [cancelledFact(cancelled)]),
        { label: t('replace.fee_now'), value: <Amount value={parsePebbles(original.fee)} /> },
        { label: t('confirm.nonce'), value: String(original.nonce) },
      ]}
    />
  );
}
