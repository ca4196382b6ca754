import type { RpcTransaction } from '@cairn/api/rpc';
import { minimumReplacementFee, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, Notice } from '@cairn/ui';
import {
  formatAmountEntry,
  isAbsurdFee,
  isReplaceable,
  planReplacement,
  type ReplacementKind,
  type SendPlan,
} from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { formatAmount } from '../../shared/amount-text.ts';
import { AmountInput } from '../../shared/amount.tsx';
import { Facts } from '../../shared/facts.tsx';
import { explainFee } from '../../shared/field-errors.ts';
import { Form } from '../../shared/form.tsx';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useScreenReselected } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { useSettings, useWallet } from '../../wallet/context.ts';
import { canSubmit, isWatching, outboxOf, type Replacing } from '../../wallet/state.ts';
import { meaningFact, meaningOf } from '../transfers/index.ts';
import { PlanScreen, type PlanStep } from './plan-step.tsx';
import { t } from './texts.ts';

/** Form, confirmation and result of speeding up or cancelling a pending transfer. */
export function ReplaceTransfer({ id, kind }: Replacing) {
  const { model, data } = useWallet();
  const [step, setStep] = useState<PlanStep | undefined>(undefined);
  const leave = (): void => model.chooseReplacement(undefined);
  const backToForm = (): void => setStep(undefined);
  // Clear the choice on leaving: the next visit of the send screen starts a new transfer.
  useEffect(() => leave, []);
  useScreenReselected(() => step?.name !== 'confirm' && leave());
  const original = data?.history.pending.find((item) => item.id === id);
  const replaceable = data !== undefined && original !== undefined && isReplaceable(original, data.account);
  return (
    <Screen title={t(`replace.title_${kind}`)} width="narrow" key={step?.name}>
      {step?.name !== 'unsigned' && <SessionNotices />}
      {step === undefined && replaceable && (
        <ReplacementForm
          kind={kind}
          original={original}
          onReview={(plan) => setStep({ name: 'confirm', plan })}
          onLeave={leave}
        />
      )}
      {step === undefined && data !== undefined && !replaceable && (
        <Notice tone="info" action={<Button onClick={leave}>{t('common.back')}</Button>}>
          {t('replace.gone')}
        </Notice>
      )}
      {step?.name === 'confirm' && <Notice tone="info">{t('replace.both')}</Notice>}
      {step !== undefined && (
        <PlanScreen
          step={step}
          onStep={setStep}
          onBack={backToForm}
          onAgain={backToForm}
          onDone={leave}
          doneLabel={t('result.to_send')}
        />
      )}
    </Screen>
  );
}

function ReplacementForm(props: {
  kind: ReplacementKind;
  original: RpcTransaction;
  onReview: (plan: SendPlan) => void;
  onLeave: () => void;
}) {
  const { kind, original, onReview, onLeave } = props;
  const { data, wallet, state } = useWallet();
  const { unit } = useSettings();
  const [fee, setFee] = useState(() => formatAmountEntry(suggestFee(original), unit));
  const { account } = data!;
  const review = planReplacement({ kind, original, fee, unit, network: wallet.network, account });
  const { plan, feeProblem, minimumFee } = review;
  const blocked = !canSubmit(state);
  // The wallet with the key would refuse to sign a transfer with such a fee.
  const absurd = isWatching(state) && plan !== undefined && isAbsurdFee(plan.body);
  const submit = (): boolean => {
    if (plan === undefined || blocked || absurd) return false;
    onReview(plan);
    return true;
  };
  const problem = feeProblem && explainFee(feeProblem, unit, minimumFee);
  return (
    <div class="w-act-card">
      <Form onSubmit={submit}>
        <Card
          title={t('replace.original')}
          flush
          footer={
            <div class="c-actions">
              <Button onClick={onLeave}>{t('replace.keep')}</Button>
              <Button variant="primary" type="submit" disabled={blocked}>
                {t(`replace.review_${kind}`)}
              </Button>
            </div>
          }
        >
          <Facts
            items={[
              meaningFact(meaningOf(original, outboxOf(state))),
              { label: t('replace.fee_now'), value: <Amount value={parsePebbles(original.fee)} /> },
            ]}
          />
          <div class="c-pad c-ruled c-stack">
            <p class="c-muted">{t(`replace.${kind}_text`)}</p>
            <AmountInput
              label={t(`replace.fee_${kind}`)}
              unit={unit}
              value={fee}
              hint={t('replace.rule', { minimum: formatAmount(minimumFee, unit) })}
              error={absurd ? t('scan.invalid_fee') : problem}
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
