import { parsePebbles, type TransactionId } from '@cairn/protocol';
import { Button, Identifier, Notice } from '@cairn/ui';
import {
  isCancellation,
  isReplacedForGood,
  needsDecision,
  type OutboxEntry,
  type OutboxItem,
  type SubmitOutcome,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { useWallet } from '../../wallet/context.ts';
import { describeFailure, explainCode } from '../../shared/error-texts.ts';
import { findCancelledTransfer } from './replacements.ts';
import { useFocusOnChange } from '../../shared/use-focus-on-change.ts';
import { useTask } from '../../shared/use-task.ts';
import { outboxOf, submitBlockers } from '../../wallet/state.ts';
import { RecipientName } from '../../shared/address.tsx';
import { Amount } from '../../shared/amount.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import { Rich, t } from './texts.ts';

/**
 * Notices about stored transactions that need a decision.
 * @param props.settled true to show also those that another transaction has replaced for good
 */
export function OutboxList({ settled = false }: { settled?: boolean }) {
  const { state } = useWallet();
  // A rejected transfer is no longer stored, but the user must see that it was rejected.
  const [rejected, setRejected] = useState<Refused | undefined>(undefined);
  const items = outboxOf(state);
  return (
    <>
      {rejected !== undefined && (
        <RejectedNotice
          {...rejected}
          action={
            <Button size="sm" onClick={() => setRejected(undefined)}>
              {t('outbox.dismiss')}
            </Button>
          }
        />
      )}
      {items
        .filter(needsDecision)
        .map((item) =>
          item.reconciliation.kind === 'damaged' ? (
            <DamagedTransfer key={item.entry.id} id={item.entry.id} />
          ) : (
            <OpenTransfer key={item.entry.id} item={item} onRejected={setRejected} />
          ),
        )}
      {settled && firstReplaced(items).map((item) => <ReplacedTransfer key={item.entry.id} item={item} />)}
    </>
  );
}

/** Of the transactions that the same confirmed one has replaced, only the oldest: the transfer that the user wanted. */
function firstReplaced(items: readonly OutboxItem[]): OutboxItem[] {
  const replaced = items.filter(isReplacedForGood);
  const replacements = replaced.map(({ entry }) => entry.replacedBy?.id);
  return replaced.filter((_, index) => replacements.indexOf(replacements[index]) === index);
}

type Refused = Pick<Parameters<typeof RejectedNotice>[0], 'outcome' | 'replacement'>;

function OpenTransfer({ item, onRejected }: { item: OutboxItem; onRejected: (refused: Refused) => void }) {
  const [forgetting, setForgetting] = useState(false);
  const [outcome, setOutcome] = useState<SubmitOutcome | undefined>(undefined);
  const { state } = useWallet();
  const { entry } = item;
  // While the transfer is being sent, no decision is needed.
  const sending = state.sending.includes(entry.id);
  const showOutcome = (outcome: SubmitOutcome | undefined): void =>
    outcome?.kind === 'rejected'
      ? onRejected({ outcome, replacement: entry.replaces !== undefined })
      : setOutcome(outcome);
  return (
    <Notice
      tone={sending ? 'info' : 'warn'}
      title={t(sending ? 'outbox.sending' : titleOf(item))}
      live
      action={
        forgetting || sending ? undefined : (
          <OpenActions item={item} onOutcome={showOutcome} onForget={() => setForgetting(true)} />
        )
      }
    >
      <p>
        <OutboxFacts item={item} />
      </p>
      {!sending && <p>{explainOpen(item)}</p>}
      {outcome !== undefined && 'code' in outcome && outcome.code !== entry.problem && (
        <p>{explainCode(outcome.code)}</p>
      )}
      {forgetting && !sending && <ConfirmForget id={entry.id} onKeep={() => setForgetting(false)} />}
    </Notice>
  );
}

function OpenActions(props: {
  item: OutboxItem;
  onOutcome: (outcome: SubmitOutcome | undefined) => void;
  onForget: () => void;
}) {
  const { model, state } = useWallet();
  const task = useTask();
  const { entry } = props.item;
  const sendAgain = async (): Promise<void> => props.onOutcome(await model.sending.sendAgain(entry.id));
  return (
    <>
      <Button
        variant="primary"
        size="sm"
        busy={task.busy}
        disabled={submitBlockers(state).length > 0}
        onClick={() => task.run(sendAgain)}
      >
        {t(entry.sentAt === undefined ? 'outbox.send_now' : 'outbox.send_again')}
      </Button>
      <Button size="sm" disabled={task.busy} onClick={props.onForget}>
        {t('outbox.forget')}
      </Button>
      {task.error !== undefined && <p role="alert">{describeFailure(task.error)}</p>}
    </>
  );
}

/**
 * Notice of a damaged entry. Its fields cannot be trusted, so the notice shows only the ID under which it is stored.
 */
function DamagedTransfer({ id }: { id: TransactionId }) {
  const [forgetting, setForgetting] = useState(false);
  return (
    <Notice
      tone="error"
      title={t('outbox.damaged')}
      live
      action={
        forgetting ? undefined : (
          <Button size="sm" onClick={() => setForgetting(true)}>
            {t('outbox.forget')}
          </Button>
        )
      }
    >
      <p>
        <Rich
          k="outbox.damaged_text"
          values={{ id: <Identifier value={id} what={t('result.id_what')} length="short" /> }}
        />
      </p>
      {forgetting && <ConfirmForget id={id} onKeep={() => setForgetting(false)} />}
    </Notice>
  );
}

/** Asks for confirmation before the wallet forgets a transfer, because the transfer may still be carried out. */
function ConfirmForget({ id, onKeep }: { id: TransactionId; onKeep: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  return (
    <div
      class="c-stack c-stack--tight c-ruled w-sure"
      role="group"
      aria-label={t('outbox.forget_sure')}
      ref={useFocusOnChange(id, true)}
    >
      <p>
        <strong>{t('outbox.forget_sure')}</strong> {t('outbox.forget_text')}
      </p>
      <div class="c-row">
        <Button size="sm" onClick={onKeep}>
          {t('outbox.keep')}
        </Button>
        <Button
          variant="danger"
          size="sm"
          busy={task.busy}
          onClick={() => task.run(() => model.sending.forget(id))}
        >
          {t('outbox.forget_yes')}
        </Button>
      </div>
      {task.error !== undefined && <p role="alert">{describeFailure(task.error)}</p>}
    </div>
  );
}

function titleOf({ entry, reconciliation }: OutboxItem): OpenTitle {
  if (reconciliation.kind !== 'absent') return 'outbox.unclear';
  if (entry.state === 'accepted') return 'outbox.lost';
  return entry.state === 'signed' ? 'outbox.not_sent' : 'outbox.not_arrived';
}

type OpenTitle = 'outbox.unclear' | 'outbox.lost' | 'outbox.not_sent' | 'outbox.not_arrived';

function explainOpen({ entry, reconciliation }: OutboxItem): string {
  return [
    entry.leftBlock === undefined ? '' : t('outbox.left_block', { height: entry.leftBlock }),
    entry.problem === undefined ? '' : explainCode(entry.problem),
    t(reconciliation.kind === 'absent' ? 'outbox.node_has_not' : 'outbox.node_may_have'),
    t('outbox.safe'),
    entry.replaces === undefined ? '' : t('outbox.replaces_open'),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Notice of a signed transaction that can no longer be carried out. */
function ReplacedTransfer({ item }: { item: OutboxItem }) {
  const { model } = useWallet();
  const task = useTask();
  const { entry } = item;
  const { title, text } = explainReplaced(entry);
  const dismiss = (): Promise<void> =>
    entry.replacedBy === undefined
      ? model.sending.forget(entry.id)
      : model.sending.dismissReplaced(entry.replacedBy.id);
  return (
    <Notice
      tone="info"
      title={title}
      action={
        <>
          <Button size="sm" busy={task.busy} onClick={() => task.run(dismiss)}>
            {t('outbox.dismiss')}
          </Button>
          {task.error !== undefined && <p role="alert">{describeFailure(task.error)}</p>}
        </>
      }
    >
      <p>
        <OutboxFacts item={item} /> {text}
      </p>
      {entry.replacedBy !== undefined && (
        <p>
          <Rich
            k="outbox.instead"
            values={{
              id: <Identifier value={entry.replacedBy.id} what={t('result.id_what')} length="short" />,
            }}
          />
        </p>
      )}
    </Notice>
  );
}

function explainReplaced(entry: OutboxEntry): { title: string; text: string } {
  const { replaces, replacedBy } = entry;
  // This replacement came too late: a block contains the original.
  if (replaces !== undefined && replacedBy?.id === replaces.id) {
    const late = replaces.kind === 'cancel' ? 'cancel_late' : 'speed_up_late';
    return { title: t('outbox.replaced_too_late'), text: t(`outbox.replaced_${late}_text`) };
  }
  if (replacedBy?.kind === 'speed_up' && isCancellation(entry))
    return { title: t('outbox.replaced_sped_up_cancel'), text: t('outbox.replaced_sped_up_cancel_text') };
  if (replacedBy?.kind === 'speed_up')
    return { title: t('outbox.replaced_sped_up'), text: t('outbox.replaced_sped_up_text') };
  if (replacedBy?.kind === 'cancel')
    return { title: t('outbox.replaced_cancelled'), text: t('outbox.replaced_cancelled_text') };
  return { title: t('outbox.replaced_other'), text: t('outbox.replaced_other_text') };
}

/**
 * Amount, recipient and nonce. For a cancellation: amount and recipient of the cancelled transfer, or only the nonce.
 */
function OutboxFacts({ item: { entry } }: { item: OutboxItem }) {
  const { state } = useWallet();
  const nonce = String(entry.nonce);
  const cancels = isCancellation(entry);
  const cancelled = cancels ? findCancelledTransfer(entry.id, outboxOf(state)) : undefined;
  if (cancels && cancelled === undefined) return <>{t('outbox.what_cancellation', { nonce })}</>;
  const { value, toAddress } = cancelled ?? { value: parsePebbles(entry.value), toAddress: entry.toAddress };
  const amount = <Amount value={value} />;
  const recipient = <RecipientName address={toAddress} />;
  return <Rich k={cancels ? 'outbox.what_cancels' : 'outbox.what'} values={{ amount, recipient, nonce }} />;
}
