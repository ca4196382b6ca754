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
import { useSettings, useWallet } from '../../model/context.ts';
import type { Submitted } from '../../model/sending.ts';
import { canSubmit, isWatching, outboxOf, type Replacing } from '../../model/state.ts';
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
import { type Draft, readRecipientInput, startDraft } from './draft.ts';
import { t } from './texts.ts';
import { TransferForm } from './transfer-form.tsx';

/** A new transfer, or the replacement of a pending one. Both start again when the account changes. */
export function Send() {
  const { state, wallet } = useWallet();
  const { replacing } = state;
  const key = [wallet.selected.address, replacing?.kind, replacing?.id].join('-');
  return <Steps key={key} replacing={replacing} />;
}

/** Where a transfer is after its form. `unsigned`: shown as a code for another device, which signs it. */
type Step =
  | { readonly name: 'confirm' | 'unsigned'; readonly plan: SendPlan }
  | { readonly name: 'result'; readonly plan: SendPlan; readonly result: Submitted };

/** Form, confirmation and result of a transfer. */
function Steps({ replacing }: { replacing: Replacing | undefined }) {
  const { model, wallet, data, state } = useWallet();
  const { unit } = useSettings();
  const fresh = () => startDraft(unit, suggestFees(state.status?.suggested_fees).first);
  const [draft, setDraft] = useState(fresh);
  const [step, setStep] = useState<Step | undefined>(undefined);
  const toForm = (): void => setStep(undefined);
  const leave = (): void => {
    toForm();
    if (replacing !== undefined) model.chooseReplacement(undefined);
  };
  // Fill in the recipient chosen on another screen, then clear it: the next transfer begins with an empty form.
  useLayoutEffect(() => {
    if (state.payee === undefined) return;
    setDraft(readRecipientInput(fresh(), state.payee));
    toForm();
    model.choosePayee(undefined);
  }, [state.payee]);
  // The next visit of the screen starts a new transfer.
  useEffect(() => () => replacing && model.chooseReplacement(undefined), []);
  // The link “Send” continues after a result, and returns from an unsigned transfer to the form.
  useScreenReselected(() => step?.name !== 'confirm' && leave());
  const review = (plan: SendPlan | undefined): void => setStep(plan && { name: 'confirm', plan });
  /** Plans the transfer again after the account has changed; returns to the form if it is no longer valid. */
  const planAgain = (): void => {
    if (replacing !== undefined || data === undefined) return toForm();
    review(planSend({ form: draft.form, network: wallet.network, account: data.account }).plan);
  };
  const finish = (plan: SendPlan, result: Submitted): void => {
    if (result.outcome.kind !== 'rejected') setDraft(fresh());
    setStep({ name: 'result', plan, result });
  };
  return (
    // The key moves the focus to the heading of each step.
    <Screen key={step} title={titleOf(step, replacing)} width="narrow">
      {step?.name !== 'unsigned' && <SessionNotices />}
      {step === undefined && replacing === undefined && (
        <NewTransfer draft={draft} onChange={setDraft} onReview={review} />
      )}
      {step === undefined && replacing !== undefined && (
        <ReplaceTransfer {...replacing} onReview={review} onLeave={leave} />
      )}
      {step?.name === 'confirm' && (
        <>
          {replacing !== undefined && <Notice tone="info">{t('replace.both')}</Notice>}
          <ConfirmTransfer
            plan={step.plan}
            onBack={toForm}
            onAgain={planAgain}
            onSent={(result) => finish(step.plan, result)}
            onUnsigned={() => setStep({ name: 'unsigned', plan: step.plan })}
          />
        </>
      )}
      {step?.name === 'unsigned' && <UnsignedTransfer plan={step.plan} onBack={toForm} />}
      {step?.name === 'result' && (
        <>
          <OutboxList />
          <TransferResult
            transfer={step.plan}
            result={step.result}
            onAgain={leave}
            againLabel={t(replacing === undefined ? 'result.another' : 'result.to_send')}
          />
        </>
      )}
    </Screen>
  );
}

function titleOf(step: Step | undefined, replacing: Replacing | undefined): string {
  if (replacing !== undefined) return t(`replace.title_${replacing.kind}`);
  if (step === undefined) return t('shell.send');
  return t(step.name === 'confirm' ? 'send.title_confirm' : 'transfer.label');
}

/** The form of a new transfer, unless a signed one must be sent or discarded first, and the pending transfers. */
function NewTransfer(props: {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onReview: (plan: SendPlan) => void;
}) {
  const { state } = useWallet();
  const isUndecided = outboxOf(state).some(
    (item) => needsDecision(item) && !state.sending.includes(item.entry.id),
  );
  return (
    <>
      <OutboxList />
      {isUndecided && <p class="c-muted">{t('send.blocked_undecided')}</p>}
      <TestCoinsCard />
      {!isUndecided && <TransferForm {...props} />}
      <PendingTransfers />
    </>
  );
}

/** The form of a replacement, as long as the original is pending. */
function ReplaceTransfer(props: Replacing & { onReview: (plan: SendPlan) => void; onLeave: () => void }) {
  const { id, kind, onReview, onLeave } = props;
  const { data } = useWallet();
  if (data === undefined) return null;
  const original = data.history.pending.find((item) => item.id === id);
  if (original !== undefined && isReplaceable(original, data.account))
    return <ReplacementForm {...{ kind, original, onReview, onLeave }} />;
  return (
    <Notice tone="info" action={<Button onClick={onLeave}>{t('common.back')}</Button>}>
      {t('replace.gone')}
    </Notice>
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
              meaningFact(meaningOf(original, outboxOf(state)), wallet),
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
