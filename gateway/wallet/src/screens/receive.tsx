import { Card, Notice, QrCode } from '@cairn/ui';
import { AddressGroups } from '../components/address-groups.tsx';
import { CheckedCopy } from '../components/checked-copy.tsx';
import { accountName } from '../components/account-switcher.tsx';
import { Screen } from '../components/screen.tsx';
import { useWallet } from '../lib/context.ts';
import { t } from '../messages/messages.ts';
import { RequestCard } from './receive/request-card.tsx';

/** The address to be paid at, and a link that asks for an amount. */
export function Receive() {
  const { wallet } = useWallet();
  const { selected, network } = wallet;
  const { address } = selected;
  return (
    <Screen title={t('receive.title')} width="narrow">
      {selected.kind === 'watched' && <Notice tone="info">{t('receive.watched')}</Notice>}
      <Card title={t('receive.yourAddress')} actions={<span>{accountName(selected)}</span>}>
        <div class="w-receive">
          <QrCode value={address} label={t('receive.qr', { address })} />
          <p class="w-receive__address">
            <AddressGroups address={address} />
          </p>
          <CheckedCopy key={address} value={address} label={t('receive.copy')} primary />
        </div>
      </Card>
      <RequestCard key={address} address={address} />
      <p class="c-muted c-small">{t('receive.network', { network })}</p>
    </Screen>
  );
}
