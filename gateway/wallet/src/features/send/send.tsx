import type { RpcTransaction } from '@cairn/api/rpc';
import { minimumReplacementFee, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, LinkButton, Notice } from '@cairn/ui';
import {
  formatAmountEntry,
  formatUnsignedTransfer,
  isAbsurdFee,
  isReplaceable,
  needsDecision,
  planReplacement,
  planSend,
  type ReplacementKind,
  type SendPlan,
  suggestFees,
} from '@cairn/wallet';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { AmountInput, formatAmount } from '../../shared/amount.tsx';
import { Facts } from '../../shared/lists.tsx';
import { explainFee } from '../../shared/field-errors.ts';
import { Form } from '../../shared/form.tsx';
import { accountName } from '../../shared/names.ts';
import { SessionNotices } from '../../shared/node-state.tsx';
import { hrefOf, useScreenReselected } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { useSettings, useWallet } from '../../wallet/context.ts';
import type { Submitted } from '../../wallet/sending.ts';
import { canSubmit, isWatching, outboxOf, type Replacing } from '../../wallet/state.ts';
import { TestCoinsCard } from '../test-coins/index.ts';
import {
  meaningFact,
  meaningOf,
  OutboxList,
  PendingTransfers,
  TransferCode,
  TransferResult,
} from '../transfers/index.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';
import { readRecipientInput, startDraft } from './draft.ts';
import { t } from './texts.ts';
import { TransferForm } from './transfer-form.tsx';

/** A new transfer, or the replacement of a pending one. Both start again when the account changes. */
export function Send() {
  const { state, wallet } = useWallet();
  const { replacing } = state;
  const { address } = wallet.selected;
  return replacing === undefined ? (
    <NewTransfer key={address} />
  ) : (
    <ReplaceTransfer key={`${address}-${replacing.kind}-${replacing.id}`} {...replacing} />
  );
}

/** Where a transfer is after its form. `unsigned`: shown as a code for another device, which signs it. */
type Step =
  | { readonly name: 'confirm' | 'unsigned'; readonly plan: SendPlan }
  | { readonly name: 'result'; readonly plan: SendPlan; readonly result: Submitted };

/** Form, confirmation and result of a new transfer. */
function NewTransfer() {
  const { model, wallet, data, state } = useWallet();
  const { unit } = useSettings();
  const fresh = () => startDraft(unit, suggestFees(state.status?.suggested_fees).first);
  const [draft, setDraft] = useState(fresh);
  const [step, setStep] = useState<Step | undefined>(undefined);
  const toForm = (): void => setStep(undefined);
  // Fill in the recipient chosen on another screen, then clear it: the next transfer begins with an empty form.
  useLayoutEffect(() => {
    if (state.payee === undefined) return;
    setDraft(readRecipientInput(fresh(), state.payee));
    toForm();
    model.choosePayee(undefined);
  }, [state.payee]);
  // The link “Send” continues after a result, and returns from an unsigned transfer to the form.
  useScreenReselected(() => step?.name !== 'confirm' && toForm());
  /** Plans the transfer again after the account has changed; returns to the form if it is no longer valid. */
  const planAgain = (): void => {
    const { form } = draft;
    const plan = data && planSend({ form, network: wallet.network, account: data.account }).plan;
    setStep(plan && { name: 'confirm', plan });
  };
  const follow = (next: Step): void => {
    if (next.name === 'result' && next.result.outcome.kind !== 'rejected') setDraft(fresh());
    setStep(next);
  };
  const isUndecided = outboxOf(state).some(
    (item) => needsDecision(item) && !state.sending.includes(item.entry.id),
  );
  const title =
    step === undefined ? 'shell.send' : step.name === 'confirm' ? 'send.title_confirm' : 'transfer.label';
  return (
    // The key moves the focus to the heading of each step.
    <Screen key={step} title={t(title)} width="narrow">
      {step?.name !== 'unsigned' && <SessionNotices />}
      {(step === undefined || step.name === 'result') && <OutboxList />}
      {step === undefined && isUndecided && <p class="c-muted">{t('send.blocked_undecided')}</p>}
      {step === undefined && <TestCoinsCard />}
      {step === undefined && !isUndecided && (
        <TransferForm
          draft={draft}
          onChange={setDraft}
          onReview={(plan) => setStep({ name: 'confirm', plan })}
        />
      )}
      {step === undefined && <PendingTransfers />}
      {step !== undefined && (
        <Steps
          step={step}
          onStep={follow}
          onBack={toForm}
          onAgain={planAgain}
          onDone={toForm}
          doneLabel={t('result.another')}
        />
      )}
    </Screen>
  );
}

/** Form, confirmation and result of speeding up or cancelling a pending transfer. */
export function ReplaceTransfer({ id, kind }: Replacing) {
  const { model, data } = useWallet();
  const [step, setStep] = useState<Step | undefined>(undefined);
  const leave = (): void => model.chooseReplacement(undefined);
  const toForm = (): void => setStep(undefined);
  // Clear the choice on leaving: the next visit of the send screen starts a new transfer.
  useEffect(() => leave, []);
  useScreenReselected(() => step?.name !== 'confirm' && leave());
  const original = data?.history.pending.find((item) => item.id === id);
  const replaceable = data !== undefined && original !== undefined && isReplaceable(original, data.account);
  return (
    <Screen title={t(`replace.title_${kind}`)} width="narrow" key={step}>
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
        <Steps
          step={step}
          onStep={setStep}
          onBack={toForm}
          onAgain={toForm}
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
  const [fee, setFee] = useState(() => formatAmountEntry(suggestReplacementFee(original), unit));
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
function suggestReplacementFee({ fee }: RpcTransaction): bigint {
  const former = parsePebbles(fee);
  const minimum = minimumReplacementFee(former);
  return former * 2n > minimum ? former * 2n : minimum;
}

/** Confirmation, code or result of a planned transfer. */
function Steps(props: {
  step: Step;
  onStep: (step: Step) => void;
  /** Returns to the form. */
  onBack: () => void;
  /** Plans the transfer again. */
  onAgain: () => void;
  /** Leaves the result. */
  onDone: () => void;
  doneLabel: string;
}) {
  const { step, onStep, onBack, onAgain, onDone, doneLabel } = props;
  const { plan } = step;
  if (step.name === 'unsigned') return <UnsignedTransfer plan={plan} onBack={onBack} />;
  if (step.name === 'result')
    return <TransferResult transfer={plan} result={step.result} onAgain={onDone} againLabel={doneLabel} />;
  return (
    <ConfirmTransfer
      plan={plan}
      onBack={onBack}
      onAgain={onAgain}
      onSent={(result) => onStep({ name: 'result', plan, result })}
      onUnsigned={() => onStep({ name: 'unsigned', plan })}
    />
  );
}

/** Shows a transfer from a watched address as a code for the wallet that has the key. Signs and sends nothing. */
function UnsignedTransfer({ plan, onBack }: { plan: SendPlan; onBack: () => void }) {
  const { wallet } = useWallet();
  return (
    <Card
      title={t('unsigned.title')}
      footer={
        <div class="c-actions">
          <Button onClick={onBack}>{t('common.back')}</Button>
          <LinkButton variant="primary" href={hrefOf('scan')}>
            {t('unsigned.scan')}
          </LinkButton>
        </div>
      }
    >
      <div class="c-stack">
        <TransferCode code={formatUnsignedTransfer(plan.body)} label={t('unsigned.qr')} />
        <ol class="c-list">
          <li>{t('unsigned.step_scan', { account: accountName(wallet.selected) })}</li>
          <li>{t('unsigned.step_sign')}</li>
          <li>{t('unsigned.step_back')}</li>
        </ol>
      </div>
    </Card>
  );
}
