import { Amount, Button, Card, Notice } from '@cairn/ui';
import type { SendPlan } from '@cairn/wallet';
import { accountName } from '../../components/account-switcher.tsx';
import { AddressGroups } from '../../components/address-groups.tsx';
import { Facts } from '../../components/facts.tsx';
import { useWallet } from '../../lib/context.ts';
import { useTask } from '../../lib/use-task.ts';
import { describeFailure } from '../../lib/words.ts';
import type { SendResult } from '../../model/send-actions.ts';
import { sendBlockers } from '../../model/state.ts';

/** Everything that will be signed, to be read once more. */
export function ConfirmTransfer(props: {
  plan: SendPlan;
  onBack: () => void;
  onSent: (result: SendResult) => void;
}) {
  const { plan, onBack, onSent } = props;
  const { model, state } = useWallet();
  const task = useTask();
  const blocked = sendBlockers(state).length > 0;
  return (
    <Card
      title="You are about to send"
      flush
      footer={
        <div class="w-actions">
          <Button disabled={task.busy} onClick={onBack}>
            Back
          </Button>
          <Button
            variant="primary"
            busy={task.busy}
            disabled={blocked}
            onClick={() => task.run(async () => onSent(await model.send(plan)))}
          >
            {task.busy ? 'Sending…' : 'Sign and send'}
          </Button>
        </div>
      }
    >
      <div class="w-pad c-stack">
        <p class="w-confirm__amount">
          <Amount value={plan.body.value} />
        </p>
        <div class="w-confirm__to">
          <span class="w-confirm__label">to</span>
          <AddressGroups address={plan.body.toAddress} />
        </div>
        {plan.toOwnAccount && <Notice tone="info">The recipient is one of your own accounts.</Notice>}
        {task.error !== undefined && (
          <Notice tone="error" title="Nothing was sent" live>
            {describeFailure(task.error)}
          </Notice>
        )}
      </div>
      <PlanFacts plan={plan} />
    </Card>
  );
}

function PlanFacts({ plan }: { plan: SendPlan }) {
  const { wallet } = useWallet();
  const { body } = plan;
  return (
    <Facts
      items={[
        { label: 'Amount', value: <Amount value={body.value} /> },
        { label: 'Fee', value: <Amount value={body.fee} /> },
        {
          label: 'Total',
          value: (
            <strong>
              <Amount value={plan.total} />
            </strong>
          ),
        },
        { label: 'Left afterwards', value: <Amount value={plan.remaining} /> },
        {
          label: 'From',
          value: accountName(wallet.selected),
          hint: <AddressGroups address={body.fromAddress} />,
        },
        { label: 'Nonce', value: String(body.nonce) },
        { label: 'Network', value: `${plan.network} (chain ID ${body.chain})` },
      ]}
    />
  );
}
