import { Card, Notice, QrCode } from '@cairn/ui';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { AddressOwner, addressTitle } from './address-card.tsx';
import { AddressGroups } from '../../shared/address.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../wallet/context.ts';
import { RequestCard } from './request-card.tsx';
import { t } from './texts.ts';

/** The account's address, and payment requests. */
export function Receive() {
  const { wallet } = useWallet();
  const { selected, network } = wallet;
  const { address } = selected;
  if (useNeedsBackup()) {
    return (
      <Screen title={t('receive.title')}>
        <BackupNotice receiving />
      </Screen>
    );
  }
  return (
    <Screen title={t('receive.title')}>
      {selected.kind === 'watched' && <Notice tone="warn">{t('receive.watched')}</Notice>}
      <div class="w-columns w-columns--even">
        <Card title={addressTitle(selected)} actions={<AddressOwner account={selected} />}>
          <div class="c-center w-receive">
            <QrCode value={address} label={t('receive.qr', { address })} />
            <p class="c-center">
              <AddressGroups address={address} />
            </p>
            <CopyButton key={address} value={address} label={t('receive.copy')} primary />
            <p class="w-receive__network c-muted c-small">{t('receive.network', { network })}</p>
          </div>
        </Card>
        <RequestCard key={address} address={address} />
      </div>
    </Screen>
  );
}
