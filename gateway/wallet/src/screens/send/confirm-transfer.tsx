import { Amount, Button, Card, type KeyValue, Notice } from '@cairn/ui';
import {
  findPlanChanges,
  findTwin,
  isUnusualFee,
  suggestFees,
  type RecipientRisk,
  type SendPlan,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure } from '../../components/task-failure.tsx';
import { accountName } from '../../components/account-switcher.tsx';
import { AddressGroups } from '../../components/address-groups.tsx';
import { Facts } from '../../components/facts.tsx';
import { isSpeedUpOfCancellation, takenBackByPlan, type TakenBack } from '../../lib/cancelled-transfer.ts';
import { useWallet } from '../../lib/context.ts';
import { nameOfAddress } from '../../lib/names.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';
import type { SendResult } from '../../model/send-actions.ts';
import { outboxOf, planStateOf, sendBlockers } from '../../model/state.ts';
import { LookAlike } from './look-alike.tsx';
import { PlanChanges } from './plan-changes.tsx';

type Submitted = Extract<SendResult, { kind: 'submitted' }>;

/** Everything that will be signed, to be read once more. What is agreed to here is never hidden. */
export function ConfirmTransfer(props: {
  plan: SendPlan;
  risk?: RecipientRisk | undefined;
  onBack: () => void;
  /** The account has changed: the plan is to be made anew and shown again. */
  onAgain: () => void;
  onSent: (result: Submitted) => void;
}) {
  const { plan, risk, onBack, onAgain, onSent } = props;
  const { model, state, data } = useWallet();
  const task = useTask();
  // “Review” stands where “Sign and send” appears: pressed twice, it must not sign what nobody has read.
  const settled = useSettled();
  const [refused, setRefused] = useState<'blocked' | 'undecided' | undefined>(undefined);
  const changes = data === undefined ? [] : findPlanChanges(plan, planStateOf(data));
  const takenBack = takenBackByPlan(plan, outboxOf(state));
  const blocked = sendBlockers(state).length > 0;
  const send = async (): Promise<void> => {
    const result = await model.send(plan);
    if (result.kind === 'submitted') return onSent(result);
    // What has changed shows by itself.
    setRefused(result.kind === 'changed' ? undefined : result.kind);
  };
  return (
    <Card
      title={t(headingOf(plan, takenBack))}
      flush
      footer={
        <div class="w-actions">
          <Button disabled={task.busy} onClick={onBack}>
            {t('confirm.back')}
          </Button>
          <Button
            variant="primary"
            busy={task.busy}
            disabled={blocked || changes.length > 0 || !settled}
            onClick={() => task.run(send)}
          >
            {t(task.busy ? 'confirm.sending' : 'confirm.sign')}
          </Button>
        </div>
      }
    >
      <div class="w-pad c-stack">
        <PlanHead plan={plan} takenBack={takenBack} />
        <RecipientNotices plan={plan} risk={risk} />
        <SlipNotices plan={plan} />
        {changes.length > 0 && !task.busy && <PlanChanges changes={changes} onAgain={onAgain} />}
        {refused !== undefined && changes.length === 0 && (
          <RefusedNotice refused={refused} blocked={blocked} />
        )}
        <TaskFailure task={task} title={t('confirm.not_sent')} />
      </div>
      <PlanFacts plan={plan} takenBack={takenBack} />
    </Card>
  );
}

/** Why nothing was signed; what no longer stands in the way is said so. */
function RefusedNotice({ refused, blocked }: { refused: 'blocked' | 'undecided'; blocked: boolean }) {
  const why = refused === 'blocked' && !blocked ? 'possible_again' : refused;
  return (
    <Notice tone={why === 'possible_again' ? 'info' : 'warn'} title={t(`confirm.${why}`)} live>
      {t(`confirm.${why}_text`)}
    </Notice>
  );
}

/** How much to whom, all 34 characters: of what is sent, or of what a cancellation takes back. */
function PlanHead({ plan, takenBack }: { plan: SendPlan; takenBack: TakenBack | undefined }) {
  const { wallet } = useWallet();
  const { value, toAddress } = takenBack ?? plan.body;
  // What is replaced was agreed to before: its owner knows it by the name.
  const name = plan.replaces && nameOfAddress(wallet, toAddress);
  return (
    <>
      <p class="w-confirm__amount">
        <Amount value={value} />
      </p>
      <div class="w-confirm__to">
        <span class="w-confirm__label">{t('confirm.to')}</span>
        {name !== undefined && <strong>{name}</strong>}
        <AddressGroups address={toAddress} />
      </div>
    </>
  );
}

function headingOf(plan: SendPlan, takenBack: TakenBack | undefined) {
  const { replaces } = plan;
  if (replaces === undefined) return 'confirm.heading';
  if (replaces.kind === 'speed_up' && takenBack !== undefined) return 'confirm.heading_speed_up_cancel';
  if (isSpeedUpOfCancellation(plan)) return 'confirm.heading_speed_up_some_cancel';
  return replaces.kind === 'cancel' ? 'confirm.heading_cancel' : 'confirm.heading_speed_up';
}

function RecipientNotices({ plan, risk }: { plan: SendPlan; risk: RecipientRisk | undefined }) {
  const { toAddress, fromAddress } = plan.body;
  if (plan.replaces !== undefined) return null;
  if (toAddress === fromAddress) return <Notice tone="info">{t('confirm.self')}</Notice>;
  if (plan.toOwnAccount) return <Notice tone="info">{t('confirm.own')}</Notice>;
  if (risk?.lookAlike !== undefined) return <LookAlike address={toAddress} known={risk.lookAlike} />;
  if (risk?.firstTime) return <Notice tone="info">{t('confirm.first_time')}</Notice>;
  return null;
}

/** What is allowed, but more often a slip than a wish. */
function SlipNotices({ plan }: { plan: SendPlan }) {
  const { data, state } = useWallet();
  if (data === undefined) return null;
  // Two cancellations are alike in amount and recipient, and no slip.
  const twin = plan.replaces?.kind === 'cancel' ? undefined : findTwin(plan, data.history.pending);
  const presets = suggestFees(data.history.confirmed, state.status?.height ?? 0);
  return (
    <>
      {twin !== undefined && <Notice tone="warn">{t('confirm.twin')}</Notice>}
      {isUnusualFee(plan.body.fee, presets) && <Notice tone="warn">{t('confirm.unusual_fee')}</Notice>}
    </>
  );
}

function PlanFacts({ plan, takenBack }: { plan: SendPlan; takenBack: TakenBack | undefined }) {
  const { wallet } = useWallet();
  const { body, replaces } = plan;
  return (
    <Facts
      items={[
        takenBack === undefined
          ? { label: t('confirm.amount'), value: <Amount value={body.value} /> }
          : {
              label: t('confirm.to_self'),
              value: <Amount value={body.value} />,
              hint: t('confirm.to_self_hint'),
            },
        {
          label: t('confirm.fee'),
          value: <Amount value={body.fee} />,
          ...(replaces && {
            hint: (
              <>
                {t('confirm.fee_before')} <Amount value={replaces.fee} />
              </>
            ),
          }),
        },
        ...(takenBack === undefined ? [totalOf(plan)] : []),
        { label: t('confirm.left'), value: <Amount value={plan.remaining} /> },
        {
          label: t('confirm.from'),
          value: accountName(wallet.selected),
          hint: <AddressGroups address={body.fromAddress} />,
        },
        { label: t('confirm.nonce'), value: String(body.nonce) },
        {
          label: t('confirm.network'),
          value: t('confirm.chain', { network: plan.network, chain: body.chain }),
        },
      ]}
    />
  );
}

function totalOf({ total }: SendPlan): KeyValue {
  const value = (
    <strong>
      <Amount value={total} />
    </strong>
  );
  return { label: t('confirm.total'), value };
}
