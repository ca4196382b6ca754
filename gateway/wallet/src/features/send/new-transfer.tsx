import { Button, Card } from '@cairn/ui';
import { type AmountUnit, needsDecision, planSend, suggestFees } from '@cairn/wallet';
import { useLayoutEffect, useState } from 'preact/hooks';
import { AddressGroups, RecipientName } from '../../shared/address.tsx';
import { localizeAmount, unitName } from '../../shared/amount-text.ts';
import { useScreenReselected } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useSettings, useWallet } from '../../wallet/context.ts';
import { outboxOf } from '../../wallet/state.ts';
import { TestCoinsCard } from '../test-coins/index.ts';
import { OutboxList, PendingTransfers } from '../transfers/index.ts';
import { type Draft, readRecipientInput, startDraft } from './draft.ts';
import { PlanScreen, type PlanStep } from './plan-step.tsx';
import { Rich, t } from './texts.ts';
import { type CheckedTransfer, TransferForm, reservedBy } from './transfer-form.tsx';

/** Transfers that are confirmed one after another; `place` is the index of the current one. */
interface Batch {
  readonly items: readonly CheckedTransfer[];
  readonly place: number;
}

const TITLES = {
  confirm: 'send.title_confirm',
  unsigned: 'transfer.label',
  result: 'transfer.label',
} as const;

/** Form, confirmation and result of a new transfer. Queued transfers are confirmed and sent one after another. */
export function NewTransfer() {
  const { model, wallet, data, ownAddresses, state } = useWallet();
  const { unit } = useSettings();
  const freshDraft = (unit: AmountUnit): Draft =>
    startDraft(unit, suggestFees(state.status?.suggested_fees).first);
  const [draft, setDraft] = useState<Draft>(() => freshDraft(unit));
  const [queue, setQueue] = useState<readonly CheckedTransfer[]>([]);
  const [batch, setBatch] = useState<Batch>({ items: [], place: 0 });
  const [step, setStep] = useState<PlanStep | undefined>(undefined);
  // Fill in the recipient chosen on another screen, then clear it: the next transfer begins with an empty form.
  useLayoutEffect(() => {
    if (state.payee === undefined) return;
    setDraft(readRecipientInput(freshDraft(unit), state.payee));
    setStep(undefined);
    model.choosePayee(undefined);
  }, [state.payee]);
  const left = batch.items.length - batch.place - 1;
  // Part of the screen’s key: a new key for each confirmation moves the focus to the heading.
  const [round, setRound] = useState(0);
  /**
   * Returns to the form with the unsent transfers, from index `place` on: the last transfer in the form, the others
   * queued.
   */
  const backToForm = ({ items }: Batch, place: number): void => {
    const last = items.at(-1);
    setQueue(items.slice(place, -1));
    if (last !== undefined && place < items.length) setDraft(last.draft);
    setStep(undefined);
  };
  /** Plans the transfer at `place` with the current account data; returns to the form if it is no longer valid. */
  const confirm = (items: readonly CheckedTransfer[], place: number): void => {
    setRound(round + 1);
    setBatch({ items, place });
    const form = items[place]?.draft.form;
    if (data === undefined || form === undefined) return backToForm({ items, place }, place);
    const { plan } = planSend({ form, network: wallet.network, account: data.account, ownAddresses });
    if (plan === undefined) return backToForm({ items, place }, place);
    setStep({ name: 'confirm', plan });
  };
  const follow = (next: PlanStep): void => {
    if (next.name === 'result' && left === 0) {
      if (next.result.outcome.kind !== 'rejected') setDraft(freshDraft(draft.form.unit));
      setQueue([]);
    }
    setStep(next);
  };
  const goOn = (rejected: boolean): void => {
    if (rejected) backToForm(batch, batch.place);
    else if (left > 0) confirm(batch.items, batch.place + 1);
    else setStep(undefined);
  };
  const add = (checked: CheckedTransfer): void => {
    setQueue([...queue, checked]);
    setDraft(freshDraft(checked.draft.form.unit));
  };
  const rejectedNow = step?.name === 'result' && step.result.outcome.kind === 'rejected';
  // The link “Send” continues after a result, and returns from an unsigned transfer to the form.
  useScreenReselected(() => {
    if (step?.name === 'result') goOn(rejectedNow);
    if (step?.name === 'unsigned') backToForm(batch, batch.place);
  });
  const open = outboxOf(state).filter(needsDecision);
  const undecided = open.some(({ entry }) => !state.sending.includes(entry.id));
  const counted = { place: batch.place + 1, count: batch.items.length };
  return (
    <Screen
      key={`${step?.name}-${round}`}
      title={
        step?.name === 'confirm' && batch.items.length > 1
          ? t('send.title_confirm_of', counted)
          : t(step === undefined ? 'shell.send' : TITLES[step.name])
      }
      width="narrow"
    >
      {step?.name !== 'unsigned' && <SessionNotices />}
      {(step === undefined || step.name === 'result') && <OutboxList />}
      {step === undefined && undecided && <p class="c-muted">{t('send.blocked_undecided')}</p>}
      {step === undefined && <TestCoinsCard />}
      {step === undefined && !undecided && (
        <>
          <TransferQueue
            queue={queue}
            onRemove={(place) => setQueue(queue.filter((_, index) => index !== place))}
          />
          <TransferForm
            key={queue.length}
            draft={draft}
            reserved={reservedBy(queue)}
            onChange={setDraft}
            onAdd={add}
            onReview={(checked) => confirm([...queue, checked], 0)}
          />
        </>
      )}
      {step === undefined && <PendingTransfers />}
      {step !== undefined && (
        <PlanScreen
          step={step}
          risk={batch.items[batch.place]?.risk}
          onStep={follow}
          onBack={() => backToForm(batch, batch.place)}
          onAgain={() => confirm(batch.items, batch.place)}
          onDone={() => goOn(rejectedNow)}
          doneLabel={
            left > 0
              ? t('result.next', { place: batch.place + 2, count: batch.items.length })
              : t('result.another')
          }
        />
      )}
    </Screen>
  );
}

/** Queued transfers, which are confirmed and sent before the one in the form. */
export function TransferQueue(props: {
  queue: readonly CheckedTransfer[];
  onRemove: (place: number) => void;
}) {
  const { queue, onRemove } = props;
  if (queue.length === 0) return null;
  return (
    <Card title={t('send.queue', { count: queue.length })} flush>
      <ol class="c-rows" aria-label={t('send.queue_list')}>
        {queue.map(({ draft: { form }, address }, place) => (
          <li class="c-row c-row--between" key={place}>
            <div class="c-lines">
              <span>
                {localizeAmount(form.amount)} {unitName(form.unit)}{' '}
                <Rich k="tx.to" values={{ who: <RecipientName address={address} /> }} />
              </span>
              <span class="c-small">
                <AddressGroups address={address} />
              </span>
            </div>
            <Button size="sm" variant="ghost" onClick={() => onRemove(place)}>
              {t('send.queue_remove')}
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  );
}
