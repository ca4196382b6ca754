import { Button } from '@cairn/ui';
import { needsDecision, type SendPlan } from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useScreenReselected } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../model/context.ts';
import type { Draft } from '../../model/draft.ts';
import type { Submitted } from '../../model/sending.ts';
import { outboxOf, type Replacing } from '../../model/state.ts';
import { OutboxList, PendingTransfers, TransferResult } from '../transfers/index.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';
import { ReplaceTransfer } from './replace-transfer.tsx';
import { t } from './texts.ts';
import { TransferForm } from './transfer-form.tsx';
import { UnsignedTransfer } from './unsigned-transfer.tsx';
import { useDraft } from './use-draft.ts';

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

interface Latest {
  /** Counts the steps that were shown. */
  readonly round: number;
  readonly step: Step | undefined;
  /** The draft when the step began. */
  readonly draft: Draft | undefined;
}

/** Form, confirmation and result of a transfer. */
function Steps({ replacing }: { replacing: Replacing | undefined }) {
  const { model, state } = useWallet();
  const { review } = useDraft();
  const [latest, setLatest] = useState<Latest>({ round: 0, step: undefined, draft: undefined });
  // A recipient that another screen or a link has chosen since begins a new transfer, with its form.
  const step = latest.draft === state.draft ? latest.step : undefined;
  const show = (next: Step | undefined): void =>
    setLatest(({ round }) => ({ round: round + 1, step: next, draft: model.store.get().draft }));
  const confirm = (plan: SendPlan | undefined): void => show(plan && { name: 'confirm', plan });
  const toForm = (): void => show(undefined);
  const leave = (): void => {
    toForm();
    if (replacing !== undefined) model.chooseReplacement(undefined);
  };
  const clear = (): void => {
    model.changeDraft(undefined);
    toForm();
  };
  // The next visit of the screen starts a new transfer.
  useEffect(() => () => replacing && model.chooseReplacement(undefined), []);
  // The link “Send” continues after a result, and returns from an unsigned transfer to the form.
  useScreenReselected(() => step?.name !== 'confirm' && leave());
  // Sending may take long: a draft that was begun meanwhile stays, and its form gives way to a rejection only.
  const finish = (plan: SendPlan, result: Submitted): void => {
    const isRejected = result.outcome.kind === 'rejected';
    const isSame = latest.draft === model.store.get().draft;
    if (isSame && replacing === undefined && !isRejected) model.changeDraft(undefined);
    if (isSame || isRejected) show({ name: 'result', plan, result });
  };
  const isEmpty = state.draft === undefined || step !== undefined || replacing !== undefined;
  return (
    // The key moves the focus to the heading of each step.
    <Screen
      key={`${latest.round}-${step?.name}`}
      title={titleOf(step, replacing)}
      width="narrow"
      actions={
        !isEmpty && (
          <Button variant="ghost" size="sm" onClick={clear}>
            {t('send.clear')}
          </Button>
        )
      }
    >
      {step?.name !== 'unsigned' && <SessionNotices />}
      {step === undefined && replacing === undefined && <NewTransfer onReview={confirm} />}
      {step === undefined && replacing !== undefined && (
        <ReplaceTransfer {...replacing} onReview={confirm} onLeave={leave} />
      )}
      {step?.name === 'confirm' && (
        <ConfirmTransfer
          plan={step.plan}
          onBack={toForm}
          // Plans the transfer again after the account has changed; the form says why if it is no longer valid.
          onAgain={() => confirm(replacing === undefined ? review?.plan : undefined)}
          onSent={(result) => finish(step.plan, result)}
          onUnsigned={() => show({ name: 'unsigned', plan: step.plan })}
        />
      )}
      {step?.name === 'unsigned' && <UnsignedTransfer plan={step.plan} onBack={toForm} />}
      {step?.name === 'result' && (
        <TransferResult
          transfer={step.plan}
          result={step.result}
          onAgain={leave}
          againLabel={t(replacing === undefined ? 'result.another' : 'result.to_send')}
        />
      )}
    </Screen>
  );
}

function titleOf(step: Step | undefined, replacing: Replacing | undefined): string {
  if (step?.name === 'result') return t('transfer.label');
  if (step?.name === 'unsigned') return t('unsigned.title');
  if (step?.name === 'confirm') return t(`confirm.title_${replacing?.kind ?? 'send'}`);
  return replacing === undefined ? t('shell.send') : t(`replace.title_${replacing.kind}`);
}

/** The form of a new transfer, unless a signed one must be sent or discarded first, and the pending transfers. */
function NewTransfer({ onReview }: { onReview: (plan: SendPlan) => void }) {
  const { state } = useWallet();
  const isUndecided = outboxOf(state).some(
    (item) => needsDecision(item) && !state.sending.includes(item.entry.id),
  );
  return (
    <>
      <OutboxList />
      {isUndecided && <p class="c-muted">{t('send.blocked_undecided')}</p>}
      {!isUndecided && <TransferForm onReview={onReview} />}
      <PendingTransfers />
    </>
  );
}
