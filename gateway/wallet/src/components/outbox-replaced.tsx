import { Button, Identifier, Notice } from '@cairn/ui';
import { isCancellation, type OutboxEntry, type OutboxItem } from '@cairn/wallet';
import { useWallet } from '../lib/context.ts';
import { useTask } from '../lib/use-task.ts';
import { describeFailure } from '../lib/error-texts.ts';
import { t } from '../messages/messages.ts';
import { Rich } from '../messages/rich.tsx';
import { OutboxFacts } from './outbox-facts.tsx';

/** A signed transaction that can never be carried out any more: said until its owner has read it. */
export function ReplacedTransfer({ item }: { item: OutboxItem }) {
  const { model } = useWallet();
  const task = useTask();
  const { entry } = item;
  const { title, text } = explain(entry);
  const read = (): Promise<void> =>
    entry.replacedBy === undefined ? model.forgetTransfer(entry.id) : model.acknowledge(entry.replacedBy.id);
  return (
    <Notice
      tone="info"
      title={title}
      action={
        <>
          <Button size="sm" busy={task.busy} onClick={() => task.run(read)}>
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

function explain(entry: OutboxEntry): { title: string; text: string } {
  const { replaces, replacedBy } = entry;
  // A replacement whose own original won the race.
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
