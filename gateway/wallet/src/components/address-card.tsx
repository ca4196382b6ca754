import { Card, CopyButton, QrCode } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { t } from '../messages/messages.ts';
import { accountName } from './account-switcher.tsx';
import { AddressGroups } from './address-groups.tsx';

/** The selected account's address: to copy, to scan, to compare. */
export function AddressCard({ title = t('accounts.yourAddress') }: { title?: string }) {
  const { wallet } = useWallet();
  const { address } = wallet.selected;
  return (
    <Card title={title} actions={<span>{accountName(wallet.selected)}</span>}>
      <div class="w-receive">
        <QrCode value={address} label={t('accounts.qr', { address })} />
        <p class="w-receive__address">
          <AddressGroups address={address} />
          <CopyButton value={address} what={t('accounts.addressWord')} />
        </p>
      </div>
    </Card>
  );
}
