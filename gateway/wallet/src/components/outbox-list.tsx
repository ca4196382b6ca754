import { parsePebbles } from '@cairn/protocol';
import { Amount, Button, Identifier, Notice } from '@cairn/ui';
import { explainSubmission, needsDecision, type OutboxItem, type SubmitOutcome } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { useWallet } from '../lib/context.ts';
import { useTask } from '../lib/use-task.ts';
import { describeFailure } from '../lib/words.ts';

/** Signed transactions whose fate is open: what is known, and the two things that can be done. */
export function OutboxList() {
  const { data } = useWallet();
  const open = data?.outbox.filter(needsDecision) ?? [];
  return (
    <>
      {open.map((item) => (
        <OpenTransfer key={item.entry.id} item={item} />
      ))}
    </>
  );
}

function OpenTransfer({ item }: { item: OutboxItem }) {
  const { model, state } = useWallet();
  const task = useTask();
  const [outcome, setOutcome] = useState<SubmitOutcome | undefined>(undefined);
  const { entry } = item;
  const offline = state.link.state !== 'online';
  const sendAgain = async (): Promise<void> => setOutcome(await model.sendAgain(entry.id));
  return (
    <Notice
      tone="warn"
      title={titleOf(item)}
      live
      action={
        <>
          <Button
            variant="primary"
            size="sm"
            busy={task.busy}
            disabled={offline}
            onClick={() => task.run(sendAgain)}
          >
            {entry.sentAt === undefined ? 'Send it now' : 'Send the same bytes again'}
          </Button>
          <Button size="sm" disabled={task.busy} onClick={() => task.run(() => model.letGo(entry.id))}>
            Let it go
          </Button>
        </>
      }
    >
      <p>
        <Amount value={parsePebbles(entry.value)} /> to{' '}
        <Identifier value={entry.toAddress} what="recipient" length="short" copy={false} />, number{' '}
        {entry.nonce}. {explain(item)}
      </p>
      {outcome !== undefined && 'code' in outcome && <p>{explainSubmission(outcome.code)}</p>}
      {task.error !== undefined && <p>{describeFailure(task.error)}</p>}
    </Notice>
  );
}

function titleOf({ entry, reconciliation }: OutboxItem): string {
  if (reconciliation.kind !== 'absent') return 'It is not clear whether this transfer arrived';
  if (entry.state === 'accepted') return 'The node no longer has this transfer';
  return entry.state === 'signed' ? 'A signed transfer was not sent' : 'A signed transfer has not arrived';
}

function explain({ entry, reconciliation }: OutboxItem): string {
  const why = entry.problem === undefined ? '' : `${explainSubmission(entry.problem)} `;
  if (reconciliation.kind === 'absent') {
    return `${why}The node does not have it now. Sending the same bytes again is safe: it can only be carried out once.`;
  }
  return `${why}The node may have it. Sending the same bytes again is safe: it can only be carried out once.`;
}
