import { Button, Card, Notice } from '@cairn/ui';
import {
  findPlanChanges,
  findTwin,
  isUnusualFee,
  suggestFees,
  type RecipientRisk,
  type SendPlan,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure } from '../../components/form.tsx';
import { takenBackByPlan } from '../../lib/replacements.ts';
import { useWallet } from '../../lib/context.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';
import type { SendResult } from '../../model/send-actions.ts';
import { isWatching, outboxOf, planStateOf, submitBlockers } from '../../model/state.ts';
import { useFeeConsent } from './fee-consent.tsx';
import { LookAlike } from './look-alike.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { PlanFacts, PlanHead, purposeOf, type Purpose } from './plan-summary.tsx';

type Submitted = Extract<SendResult, { kind: 'submitted' }>;

/** Everything that will be signed, to be read once more. What is agreed to here is never hidden. */
export function ConfirmTransfer(props: {
  plan: SendPlan;
  risk?: RecipientRisk | undefined;
  onBack: () => void;
  /** The account has changed: the transfer has to be planned and shown again. */
  onAgain: () => void;
  onSent: (result: Submitted) => void;
  /** From a watched address: another device is to sign it. */
  onUnsigned?: () => void;
}) {
  const { plan, risk, onBack, onAgain, onSent, onUnsigned } = props;
  const { model, state, data } = useWallet();
  const task = useTask();
  // “Review” stands where “Sign and send” appears: pressed twice, it must not sign what nobody has read.
  const settled = useSettled();
  const [refused, setRefused] = useState<'blocked' | 'undecided' | undefined>(undefined);
  const changes = data === undefined ? [] : findPlanChanges(plan, planStateOf(data));
  const takenBack = takenBackByPlan(plan, outboxOf(state));
  const purpose = purposeOf(plan, takenBack);
  // Without a known amount there is nothing to compare.
  const amount = purpose === 'faster_some_cancel' ? undefined : (takenBack?.value ?? plan.body.value);
  const consent = useFeeConsent(plan.body.fee, amount);
  const watching = isWatching(state);
  const blocked = submitBlockers(state).length > 0;
  const send = async (): Promise<void> => {
    const result = await model.send(plan);
    if (result.kind === 'submitted') return onSent(result);
    // A changed plan has a notice of its own.
    setRefused(result.kind === 'changed' ? undefined : result.kind);
  };
  return (
    <div class="w-act-card">
      <Card
        title={t(`confirm.heading_${purpose}`)}
        flush
        footer={
          <div class="w-actions">
            <Button disabled={task.busy} onClick={onBack}>
              {t('confirm.back')}
            </Button>
            <Button
              variant={purpose === 'cancel' ? 'danger' : 'primary'}
              busy={task.busy}
              disabled={blocked || changes.length > 0 || !settled}
              onClick={() => consent.given() && (watching ? onUnsigned?.() : task.run(send))}
            >
              {watching
                ? t('unsigned.show')
                : t(task.busy ? 'confirm.sending' : `confirm.sign_${ACTIONS[purpose]}`)}
            </Button>
          </div>
        }
      >
        <div class="w-pad c-stack">
          <PlanHead {...{ plan, purpose, takenBack }} />
          <RecipientNotices plan={plan} risk={risk} />
          <SlipNotices plan={plan} consented={consent.notice !== null} />
          {consent.notice}
          {changes.length > 0 && !task.busy && <PlanChanges changes={changes} onAgain={onAgain} />}
          {refused !== undefined && changes.length === 0 && (
            <RefusedNotice refused={refused} blocked={blocked} />
          )}
          <TaskFailure task={task} title={t('confirm.not_sent')} />
        </div>
        <PlanFacts plan={plan} purpose={purpose} />
      </Card>
    </div>
  );
}

/** Which button signs it. */
const ACTIONS = {
  send: 'send',
  speed_up: 'raise',
  faster_cancel: 'raise',
  faster_some_cancel: 'raise',
  cancel: 'cancel',
} as const satisfies Record<Purpose, string>;

/** Why nothing was signed; what no longer stands in the way is said so. */
function RefusedNotice({ refused, blocked }: { refused: 'blocked' | 'undecided'; blocked: boolean }) {
  const why = refused === 'blocked' && !blocked ? 'possible_again' : refused;
  return (
    <Notice tone={why === 'possible_again' ? 'info' : 'warn'} title={t(`confirm.${why}`)} live>
      {t(`confirm.${why}_text`)}
    </Notice>
  );
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

/** Allowed, but more often a mistake than intended. */
function SlipNotices({ plan, consented }: { plan: SendPlan; consented: boolean }) {
  const { data, state } = useWallet();
  if (data === undefined) return null;
  // Two cancellations are alike in amount and recipient, and no slip.
  const twin = plan.replaces?.kind === 'cancel' ? undefined : findTwin(plan, data.history.pending);
  const presets = suggestFees(data.history.confirmed, state.status?.height ?? 0);
  return (
    <>
      {twin !== undefined && <Notice tone="warn">{t('confirm.twin')}</Notice>}
      {!consented && isUnusualFee(plan.body.fee, presets) && (
        <Notice tone="warn">{t('confirm.unusual_fee')}</Notice>
      )}
    </>
  );
}
