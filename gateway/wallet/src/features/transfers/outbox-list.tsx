import { type TransactionId } from '@cairn/protocol';
import { Button, Identifier, Notice } from '@cairn/ui';
import {
  isReplacedForGood,
  needsDecision,
  type OutboxEntry,
  type OutboxItem,
  type SubmitOutcome,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { describeFailure, explainCode } from '../../shared/error-texts.ts';
import { useFocusOnChange } from '../../shared/use-focus-on-change.ts';
import { useTask } from '../../shared/use-task.ts';
import { useWallet } from '../../wallet/context.ts';
import { canSubmit, outboxOf } from '../../wallet/state.ts';
import { MeaningText } from './meaning-text.tsx';
import { meaningOf } from './meaning.ts';
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

/** A signed transfer that the node does not have, or may not have: send it again, or discard it. */
function OpenTransfer({ item, onRejected }: { item: OutboxItem; onRejected: (refused: Refused) => void }) {
  const { model, state } = useWallet();
  const [forgetting, setForgetting] = useState(false);
  const [outcome, setOutcome] = useState<SubmitOutcome | undefined>(undefined);
  const task = useTask();
  const { entry, reconciliation } = item;
  // While the transfer is being sent, no decision is needed.
  const sending = state.sending.includes(entry.id);
  const sendAgain = async (): Promise<void> => {
    const result = await model.sending.sendAgain(entry.id);
    if (result?.kind === 'rejected')
      onRejected({ outcome: result, replacement: entry.replaces !== undefined });
    else setOutcome(result);
  };
  const problem = outcome !== undefined && 'code' in outcome ? outcome.code : entry.problem;
  const open = reconciliation.kind === 'absent' ? 'outbox.absent' : 'outbox.unclear';
  return (
    <Notice
      tone={sending ? 'info' : 'warn'}
      title={t(sending ? 'outbox.sending' : open)}
      live
      action={
        forgetting || sending ? undefined : (
          <>
            <Button
              variant="primary"
              size="sm"
              busy={task.busy}
              disabled={!canSubmit(state)}
              onClick={() => task.run(sendAgain)}
            >
              {t(entry.sentAt === undefined ? 'outbox.send_now' : 'outbox.send_again')}
            </Button>
            <Button size="sm" disabled={task.busy} onClick={() => setForgetting(true)}>
              {t('outbox.forget')}
            </Button>
            {task.error !== undefined && <p role="alert">{describeFailure(task.error)}</p>}
          </>
        )
      }
    >
      <p>
        <StoredTransfer entry={entry} />
      </p>
      {!sending && (
        <p>
          {entry.leftBlock !== undefined && `${t('outbox.left_block', { height: entry.leftBlock })} `}
          {problem !== undefined && `${explainCode(problem)} `}
          {t('outbox.safe')}
        </p>
      )}
      {forgetting && !sending && <ConfirmForget id={entry.id} onKeep={() => setForgetting(false)} />}
    </Notice>
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
          {t('outbox.forget')}
        </Button>
      </div>
      {task.error !== undefined && <p role="alert">{describeFailure(task.error)}</p>}
    </div>
  );
}

/** Notice of a signed transaction that can no longer be carried out. */
function ReplacedTransfer({ item: { entry } }: { item: OutboxItem }) {
  const { model } = useWallet();
  const task = useTask();
  const { replacedBy } = entry;
  const how = howReplaced(entry);
  const dismiss = (): Promise<void> =>
    replacedBy === undefined ? model.sending.forget(entry.id) : model.sending.dismissReplaced(replacedBy.id);
  return (
    <Notice
      tone="info"
      title={t(`outbox.${how}`)}
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
        <StoredTransfer entry={entry} /> {t(`outbox.${how}_text`)}
      </p>
    </Notice>
  );
}

/** How another transaction came to use the nonce of a stored one. `too_late`: a replacement, after the original. */
function howReplaced({ replaces, replacedBy }: OutboxEntry): 'too_late' | 'cancelled' | 'sped_up' | 'other' {
  if (replaces !== undefined && replacedBy?.id === replaces.id) return 'too_late';
  if (replacedBy?.kind === 'cancel') return 'cancelled';
  return replacedBy?.kind === 'speed_up' ? 'sped_up' : 'other';
}

/** What a stored transfer pays or cancels, and its nonce. */
function StoredTransfer({ entry }: { entry: OutboxEntry }) {
  const { state } = useWallet();
  const meaning = meaningOf(entry, { outbox: outboxOf(state) });
  return (
    <Rich
      k="outbox.what"
      values={{ transfer: <MeaningText meaning={meaning} />, nonce: String(entry.nonce) }}
    />
  );
}
