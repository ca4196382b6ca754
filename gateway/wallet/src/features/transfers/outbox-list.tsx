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
 * Notices about stored transactions that need a decision, and about those that the node rejected.
 * @param props.lost true to show also those that will never be carried out, unless their owner replaced them: then the
 *   replacement is in the history and says so
 */
export function OutboxList({ lost = false }: { lost?: boolean }) {
  const { state } = useWallet();
  const items = outboxOf(state);
  const isLost = (item: OutboxItem): boolean =>
    isReplacedForGood(item) && item.entry.replacedBy?.kind === 'other';
  return (
    <>
      {items
        .filter(
          ({ entry, reconciliation }) => entry.state === 'rejected' && reconciliation.kind !== 'damaged',
        )
        .map(({ entry }) => (
          <RejectedNotice
            key={entry.id}
            id={entry.id}
            code={entry.problem ?? 'transaction_rejected'}
            replacement={entry.replaces !== undefined}
            dismiss={t('outbox.dismiss')}
          >
            <p>
              <StoredTransfer entry={entry} />
            </p>
          </RejectedNotice>
        ))}
      {items.filter(needsDecision).map((item) => (
        <OpenTransfer key={item.entry.id} item={item} />
      ))}
      {lost && items.filter(isLost).map(({ entry }) => <LostTransfer key={entry.id} entry={entry} />)}
    </>
  );
}

/**
 * Notice of a transfer that the node rejected, until its owner dismisses it. Has its own text for a replacement: the original is
 * not affected, and may still be carried out or already be in a block.
 * @param props.code why @param props.dismiss label of the button @param props.onDismissed what else it does
 */
export function RejectedNotice(props: {
  id: TransactionId;
  code: string;
  replacement: boolean;
  dismiss: string;
  onDismissed?: () => void;
  children?: ComponentChildren;
}) {
  const { id, code, replacement, dismiss, onDismissed, children } = props;
  const { model } = useWallet();
  const task = useTask();
  const rejected = replacement ? 'result.rejected_replacement' : 'result.rejected';
  const action = (
    <Button
      size="sm"
      busy={task.busy}
      onClick={() =>
        task.run(async () => {
          await model.sending.forget(id);
          onDismissed?.();
        })
      }
    >
      {dismiss}
    </Button>
  );
  return (
    <Notice tone="error" title={t(rejected)} live action={action}>
      {children}
      <p>{t(`${rejected}_text`, { why: explainCode(code) })}</p>
      <TaskFailure task={task} inline />
    </Notice>
  );
}

/**
 * A signed transfer that the node does not have, or may not have: send it again, or discard it. The fields of a damaged one
 * cannot be trusted: it is only discarded, by the ID under which it is stored.
 */
function OpenTransfer({ item }: { item: OutboxItem }) {
  const { model, state } = useWallet();
  const [outcome, setOutcome] = useState<SubmitOutcome | undefined>(undefined);
  const task = useTask();
  const { entry, reconciliation } = item;
  const { id, leftBlock } = entry;
  const discard = (
    // Asks first, because the transfer may still be carried out.
    <AskButton
      label={t('outbox.forget')}
      question={t('outbox.forget_sure')}
      text={t('outbox.forget_text')}
      confirm={t('outbox.forget')}
      disabled={task.busy}
      run={() => model.sending.forget(id)}
    />
  );
  if (reconciliation.kind === 'damaged') {
    const name = <Identifier value={id} what={t('tx.idWhat')} length="short" />;
    return (
      <Notice tone="error" title={t('outbox.damaged')} live action={discard}>
        <Rich k="outbox.damaged_text" values={{ id: name }} />
      </Notice>
    );
  }
  // While the transfer is being sent, no decision is needed.
  if (state.sending.includes(id)) {
    return (
      <Notice tone="info" title={t('outbox.sending')} live>
        <StoredTransfer entry={entry} />
      </Notice>
    );
  }
  const sendAgain = async (): Promise<void> => {
    setOutcome(await model.sending.sendAgain(id));
  };
  const problem = outcome !== undefined && 'code' in outcome ? outcome.code : entry.problem;
  const action = (
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
      {discard}
      <TaskFailure task={task} inline />
    </>
  );
  const title = t(reconciliation.kind === 'absent' ? 'outbox.absent' : 'outbox.unclear');
  return (
    <Notice tone="warn" title={title} live action={action}>
      <p>
        <StoredTransfer entry={entry} />
      </p>
      <p>
        {leftBlock !== undefined && `${t('outbox.left_block', { height: leftBlock })} `}
        {problem !== undefined && `${explainCode(problem)} `}
        {t('outbox.safe')}
      </p>
    </Notice>
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
