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
import { explainCode } from '../../shared/error-texts.ts';
import { TaskFailure, useFocusOnChange, useTask } from '../../shared/form.tsx';
import { useWallet } from '../../wallet/context.ts';
import { canSubmit, outboxOf } from '../../wallet/state.ts';
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
            <ForgetButton disabled={task.busy} onClick={() => setForgetting(true)} />
            <TaskFailure task={task} inline />
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
  const name = <Identifier value={id} what={t('tx.idWhat')} length="short" />;
  return (
    <Notice
      tone="error"
      title={t('outbox.damaged')}
      live
      action={forgetting ? undefined : <ForgetButton onClick={() => setForgetting(true)} />}
    >
      <p>
        <Rich k="outbox.damaged_text" values={{ id: name }} />
      </p>
      {forgetting && <ConfirmForget id={id} onKeep={() => setForgetting(false)} />}
    </Notice>
  );
}

function ForgetButton({ disabled = false, onClick }: { disabled?: boolean; onClick: () => void }) {
  return (
    <Button size="sm" disabled={disabled} onClick={onClick}>
      {t('outbox.forget')}
    </Button>
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
      <TaskFailure task={task} inline />
    </div>
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
