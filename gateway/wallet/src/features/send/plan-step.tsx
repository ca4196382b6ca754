import { Button, Card, LinkButton } from '@cairn/ui';
import { formatUnsignedTransfer, type RecipientRisk, type SendPlan } from '@cairn/wallet';
import { accountName } from '../../shared/names.ts';
import { hrefOf } from '../../shared/route.ts';
import { useWallet } from '../../wallet/context.ts';
import { type Submitted, TransferCode, TransferResult } from '../transfers/index.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';
import { t } from './texts.ts';

/** Where a transfer is after its form. `unsigned`: shown as a code for another device, which signs it. */
export type PlanStep =
  | { readonly name: 'confirm' | 'unsigned'; readonly plan: SendPlan }
  | { readonly name: 'result'; readonly plan: SendPlan; readonly result: Submitted };

/** Confirmation, code or result of a planned transfer. */
export function PlanScreen(props: {
  step: PlanStep;
  risk?: RecipientRisk | undefined;
  onStep: (step: PlanStep) => void;
  /** Returns to the form. */
  onBack: () => void;
  /** Plans the transfer again. */
  onAgain: () => void;
  /** Leaves the result. */
  onDone: () => void;
  doneLabel: string;
}) {
  const { step, risk, onStep, onBack, onAgain, onDone, doneLabel } = props;
  const { plan } = step;
  if (step.name === 'unsigned') return <UnsignedTransfer plan={plan} onBack={onBack} />;
  if (step.name === 'result')
    return <TransferResult plan={plan} result={step.result} onAgain={onDone} againLabel={doneLabel} />;
  return (
    <ConfirmTransfer
      {...{ plan, risk, onBack, onAgain }}
      onSent={(result) => onStep({ name: 'result', plan, result })}
      onUnsigned={() => onStep({ name: 'unsigned', plan })}
    />
  );
}

/** Shows a transfer from a watched address as a code for the wallet that has the key. Signs and sends nothing. */
function UnsignedTransfer({ plan, onBack }: { plan: SendPlan; onBack: () => void }) {
  const { wallet } = useWallet();
  return (
    <Card
      title={t('unsigned.title')}
      footer={
        <div class="c-actions">
          <Button onClick={onBack}>{t('common.back')}</Button>
          <LinkButton variant="primary" href={hrefOf('scan')}>
            {t('unsigned.scan')}
          </LinkButton>
        </div>
      }
    >
      <div class="c-stack">
        <TransferCode code={formatUnsignedTransfer(plan.body)} label={t('unsigned.qr')} />
        <ol class="c-list">
          <li>{t('unsigned.step_scan', { account: accountName(wallet.selected) })}</li>
          <li>{t('unsigned.step_sign')}</li>
          <li>{t('unsigned.step_back')}</li>
        </ol>
      </div>
    </Card>
  );
}
