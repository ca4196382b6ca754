import { Amount, Badge, Button, Card, Identifier, LinkButton, Notice, type Tone } from '@cairn/ui';
import { explainSubmission, needsDecision, type SendPlan, type SubmitOutcome } from '@cairn/wallet';
import { AddressGroups } from '../../components/address-groups.tsx';
import { Facts } from '../../components/facts.tsx';
import { useWallet } from '../../lib/context.ts';
import { transactionPage } from '../../lib/explorer.ts';
import { hrefOf } from '../../lib/route.ts';
import type { AccountData } from '../../model/state.ts';
import type { SendResult } from '../../model/send-actions.ts';

interface TransferResultProps {
  readonly plan: SendPlan;
  readonly result: Extract<SendResult, { kind: 'submitted' }>;
  readonly onAgain: () => void;
}

/**
 * How the transfer stands now: by what the node says, and before that by what it answered. `open`: signed and kept, but
 * the node does not have it as far as is known; `gone`: its owner let it go.
 */
type Standing = 'pending' | 'confirmed' | 'open' | 'gone';

function standingOf(id: string, outcome: SubmitOutcome, data: AccountData | undefined): Standing {
  if (outcome.kind === 'confirmed') return 'confirmed';
  if (data?.history.confirmed.some((item) => item.id === id)) return 'confirmed';
  if (data?.history.pending.some((item) => item.id === id)) return 'pending';
  const kept = data?.outbox.find(({ entry }) => entry.id === id);
  if (kept !== undefined) return needsDecision(kept) ? 'open' : 'pending';
  return outcome.kind === 'accepted' ? 'pending' : 'gone';
}

/** What became of a transfer; follows it into its block. */
export function TransferResult({ plan, result, onAgain }: TransferResultProps) {
  const { data } = useWallet();
  const { id, outcome } = result;
  if (outcome.kind === 'rejected') return <Rejected outcome={outcome} onAgain={onAgain} />;
  const standing = standingOf(id, outcome, data);
  const height = data?.history.confirmed.find((item) => item.id === id)?.block_height ?? undefined;
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
      actions={<StandingBadge standing={standing} />}
      flush
      footer={<NextSteps id={id} confirmed={standing === 'confirmed'} onAgain={onAgain} />}
    >
      <div class="w-pad">
        <Explanation standing={standing} outcome={outcome} height={height} />
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

const BADGES: Readonly<Record<Standing, { tone: Tone; text: string }>> = {
  pending: { tone: 'warn', text: 'Pending' },
  confirmed: { tone: 'success', text: 'Confirmed' },
  open: { tone: 'warn', text: 'Open' },
  gone: { tone: 'neutral', text: 'Let go' },
};

function StandingBadge({ standing }: { standing: Standing }) {
  const { tone, text } = BADGES[standing];
  return (
    <Badge tone={tone} dot={standing === 'pending' ? 'pulse' : false}>
      {text}
    </Badge>
  );
}

function Explanation(props: { standing: Standing; outcome: SubmitOutcome; height: number | undefined }) {
  const { standing, outcome, height } = props;
  if (standing === 'confirmed') {
    return (
      <Notice tone="success" title="Confirmed" live>
        {height === undefined ? 'A block holds it.' : `Block ${height.toLocaleString('en')} holds it.`}
      </Notice>
    );
  }
  if (standing === 'pending') {
    return (
      <Notice tone="success" title="Submitted" live>
        The node has it as pending. It is confirmed once a block holds it.
        {outcome.kind === 'accepted' &&
          outcome.relayCount === 0 &&
          ' No peer has it yet; the node offers it to peers as they connect.'}
      </Notice>
    );
  }
  return (
    <p class="c-muted">
      {standing === 'open'
        ? 'The signed transfer is kept. It stays open until you send the same bytes again or let it go.'
        : 'You let this transfer go. If it reached the node after all, it will show up as pending.'}
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
