import { Amount, Badge, Button, Card, Identifier, LinkButton, Notice } from '@cairn/ui';
import { explainSubmission, type SendPlan, type SubmitOutcome } from '@cairn/wallet';
import { AddressGroups } from '../../components/address-groups.tsx';
import { Facts } from '../../components/facts.tsx';
import { useWallet } from '../../lib/context.ts';
import { transactionPage } from '../../lib/explorer.ts';
import { hrefOf } from '../../lib/route.ts';
import type { SendResult } from '../../model/send-actions.ts';

interface TransferResultProps {
  readonly plan: SendPlan;
  readonly result: Extract<SendResult, { kind: 'submitted' }>;
  readonly onAgain: () => void;
}

/** What became of a transfer; follows it into its block. */
export function TransferResult({ plan, result, onAgain }: TransferResultProps) {
  const { data } = useWallet();
  const { id, outcome } = result;
  const confirmed = data?.history.confirmed.find((item) => item.id === id);
  if (outcome.kind === 'rejected') return <Rejected outcome={outcome} onAgain={onAgain} />;
  const items = [
    { label: 'Amount', value: <Amount value={plan.body.value} /> },
    { label: 'Fee', value: <Amount value={plan.body.fee} /> },
    { label: 'To', value: <AddressGroups address={plan.body.toAddress} /> },
    { label: 'Nonce', value: String(plan.body.nonce) },
    { label: 'Transaction ID', value: <Identifier value={id} what="transaction ID" length="whole" /> },
  ];
  return (
    <Card
      title="Your transfer"
      actions={<StateBadge outcome={outcome} confirmed={confirmed !== undefined} />}
      flush
      footer={<NextSteps id={id} confirmed={confirmed !== undefined} onAgain={onAgain} />}
    >
      <div class="w-pad">
        <Explanation outcome={outcome} height={confirmed?.block_height ?? undefined} />
      </div>
      <Facts items={items} />
    </Card>
  );
}

function Rejected(props: { outcome: Extract<SubmitOutcome, { kind: 'rejected' }>; onAgain: () => void }) {
  const { code, reason } = props.outcome;
  return (
    <Notice
      tone="error"
      title="The node rejected the transfer"
      live
      action={<Button onClick={props.onAgain}>Back to the form</Button>}
    >
      {explainSubmission(reason ?? code)} Nothing leaves the account.
    </Notice>
  );
}

function StateBadge({ outcome, confirmed }: { outcome: SubmitOutcome; confirmed: boolean }) {
  if (confirmed || outcome.kind === 'confirmed') return <Badge tone="success">Confirmed</Badge>;
  if (outcome.kind === 'accepted') {
    return (
      <Badge tone="warn" dot="pulse">
        Pending
      </Badge>
    );
  }
  return <Badge tone="warn">{outcome.kind === 'unclear' ? 'Unclear' : 'Not sent'}</Badge>;
}

function Explanation({ outcome, height }: { outcome: SubmitOutcome; height: number | undefined }) {
  if (height !== undefined) {
    return (
      <Notice tone="success" title="Confirmed" live>
        Block {height.toLocaleString('en')} holds it.
      </Notice>
    );
  }
  if (outcome.kind === 'accepted') {
    return (
      <Notice tone="success" title="Submitted" live>
        The node has it as pending. It is confirmed once a block holds it.
        {outcome.relayCount === 0 && ' No peer has it yet; the node offers it to peers as they connect.'}
      </Notice>
    );
  }
  if (outcome.kind === 'confirmed') return <Notice tone="success" title="Confirmed" live />;
  return (
    <p class="c-muted">
      The signed transfer is kept. It stays open until you send the same bytes again or let it go.
    </p>
  );
}

function NextSteps({ id, confirmed, onAgain }: { id: string; confirmed: boolean; onAgain: () => void }) {
  const { state } = useWallet();
  const page = confirmed ? transactionPage(state.config?.explorerUrl, id) : undefined;
  return (
    <div class="c-row">
      <LinkButton href={hrefOf('activity')}>Show activity</LinkButton>
      <Button onClick={onAgain}>Send another</Button>
      {page !== undefined && (
        <a href={page} target="_blank" rel="noopener noreferrer">
          Show in the explorer
        </a>
      )}
    </div>
  );
}
