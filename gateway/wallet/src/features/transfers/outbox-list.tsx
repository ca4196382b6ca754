import type { TransactionId } from '@cairn/protocol';
import { Button, Identifier, Notice } from '@cairn/ui';
import {
  isReplacedForGood,
  needsDecision,
  type OutboxEntry,
  type OutboxItem,
  type SubmitOutcome,
} from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { AskButton } from '../../shared/ask-button.tsx';
import { explainCode } from '../../shared/error-texts.ts';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { useWallet } from '../../model/context.ts';
import { canSubmit, outboxOf } from '../../model/state.ts';
import { meaningOf, MeaningText } from './meaning.tsx';
import { Rich, t } from './texts.ts';

/**
 * Notices about stored transactions that need a decision.
 * @param props.lost true to show also those that will never be carried out, unless their owner replaced them: then the
 *   replacement is in the history and says so
 */
export function OutboxList({ lost = false }: { lost?: boolean }) {
  const { state } = useWallet();
  // A rejected transfer is no longer stored, but the user must see that it was rejected.
  const [rejected, setRejected] = useState<Rejected | undefined>(undefined);
  const items = outboxOf(state);
  return (
    <>
      {rejected !== undefined && (
        <RejectedNotice {...rejected}>
          <Button size="sm" onClick={() => setRejected(undefined)}>
            {t('outbox.dismiss')}
          </Button>
        </RejectedNotice>
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
      {lost &&
        items
          .filter((item) => isReplacedForGood(item) && item.entry.replacedBy?.kind === 'other')
          .map(({ entry }) => <LostTransfer key={entry.id} entry={entry} />)}
    </>
  );
}

interface Rejected {
  readonly outcome: Extract<SubmitOutcome, { kind: 'rejected' }>;
  /** Whether it was to replace another transfer. */
  readonly replacement: boolean;
}

/**
 * Notice of a transfer that the node rejected. Has its own text for a replacement: the original is not affected, and
 * may still be carried out or already be in a block.
 * @param props.children buttons
 */
export function RejectedNotice(props: Rejected & { children: ComponentChildren }) {
  const { outcome, replacement, children } = props;
  const rejected = replacement ? 'result.rejected_replacement' : 'result.rejected';
  const why = explainCode(outcome.reason ?? outcome.code);
  return (
    <Notice tone="error" title={t(rejected)} live action={children}>
      {t(`${rejected}_text`, { why })}
    </Notice>
  );
}

/** A signed transfer that the node does not have, or may not have: send it again, or discard it. */
function OpenTransfer({ item, onRejected }: { item: OutboxItem; onRejected: (rejected: Rejected) => void }) {
  const { model, state } = useWallet();
  const [outcome, setOutcome] = useState<SubmitOutcome | undefined>(undefined);
  const task = useTask();
  const { entry, reconciliation } = item;
  const sendAgain = async (): Promise<void> => {
    const result = await model.sending.sendAgain(entry.id);
    if (result?.kind === 'rejected')
      onRejected({ outcome: result, replacement: entry.replaces !== undefined });
    else setOutcome(result);
  };
  // While the transfer is being sent, no decision is needed.
  if (state.sending.includes(entry.id)) {
    return (
      <Notice tone="info" title={t('outbox.sending')} live>
        <StoredTransfer entry={entry} />
      </Notice>
    );
  }
  const problem = outcome !== undefined && 'code' in outcome ? outcome.code : entry.problem;
  return (
    <Notice
      tone="warn"
      title={t(reconciliation.kind === 'absent' ? 'outbox.absent' : 'outbox.unclear')}
      live
      action={
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
          <DiscardButton id={entry.id} disabled={task.busy} />
          <TaskFailure task={task} inline />
        </>
      }
    >
      <p>
        <StoredTransfer entry={entry} />
      </p>
      <p>
        {entry.leftBlock !== undefined && `${t('outbox.left_block', { height: entry.leftBlock })} `}
        {problem !== undefined && `${explainCode(problem)} `}
        {t('outbox.safe')}
      </p>
    </Notice>
  );
}

/**
 * Notice of a damaged entry. Its fields cannot be trusted, so the notice shows only the ID under which it is stored.
 */
function DamagedTransfer({ id }: { id: TransactionId }) {
  const name = <Identifier value={id} what={t('tx.idWhat')} length="short" />;
  return (
    <Notice tone="error" title={t('outbox.damaged')} live action={<DiscardButton id={id} />}>
      <p>
        <Rich k="outbox.damaged_text" values={{ id: name }} />
      </p>
    </Notice>
  );
}

/** Asks before the wallet forgets a transfer, because the transfer may still be carried out. */
function DiscardButton({ id, disabled = false }: { id: TransactionId; disabled?: boolean }) {
  const { model } = useWallet();
  return (
    <AskButton
      label={t('outbox.forget')}
      question={t('outbox.forget_sure')}
      text={t('outbox.forget_text')}
      confirm={t('outbox.forget')}
      disabled={disabled}
      run={() => model.sending.forget(id)}
    />
  );
}

/** Notice of a signed transaction that can no longer be carried out. */
function LostTransfer({ entry }: { entry: OutboxEntry }) {
  const { model } = useWallet();
  const task = useTask();
  return (
    <Notice
      tone="info"
      title={t('outbox.lost')}
      action={
        <Button size="sm" busy={task.busy} onClick={() => task.run(() => model.sending.forget(entry.id))}>
          {t('outbox.dismiss')}
        </Button>
      }
    >
      <p>
        <StoredTransfer entry={entry} /> {t('outbox.lost_text')}
      </p>
      <TaskFailure task={task} inline />
    </Notice>
  );
}

/** What a stored transfer pays or cancels, and its nonce. */
function StoredTransfer({ entry }: { entry: OutboxEntry }) {
  const { state } = useWallet();
  const transfer = <MeaningText meaning={meaningOf(entry, outboxOf(state))} />;
  return <Rich k="outbox.what" values={{ transfer, nonce: String(entry.nonce) }} />;
}
