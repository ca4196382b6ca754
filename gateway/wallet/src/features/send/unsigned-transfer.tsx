import { Button, Card, LinkButton } from '@cairn/ui';
import { formatUnsignedTransfer, type SendPlan } from '@cairn/wallet';
import { accountName } from '../../shared/names.ts';
import { hrefOf } from '../../shared/route.ts';
import { useWallet } from '../../model/context.ts';
import { TransferCode } from '../transfers/index.ts';
import { t } from './texts.ts';

/** Shows a transfer from a watched address as a code for the wallet that has the key. Signs and sends nothing. */
export function UnsignedTransfer({ plan, onBack }: { plan: SendPlan; onBack: () => void }) {
  const { wallet } = useWallet();
  return (
    <Card
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
