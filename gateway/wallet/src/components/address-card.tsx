import { Card, QrCode } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { t } from '../messages/messages.ts';
import { accountName } from './account-switcher.tsx';
import { AddressGroups } from './address-groups.tsx';
import { CopyAddress } from './copy-address.tsx';

/** The selected account's address: to copy, to scan, to compare. */
export function AddressCard({ title = t('accounts.yourAddress') }: { title?: string }) {
  const { wallet } = useWallet();
  const { address } = wallet.selected;
  return (
    <Card title={title} actions={<span>{accountName(wallet.selected)}</span>}>
      <div class="w-receive">
        <QrCode value={address} label={t('accounts.qr', { address })} />
        <p class="w-receive__address">
          <span class="w-checked-address">
            <AddressGroups address={address} />
            <CopyAddress address={address} what={t('accounts.addressWord')} />
          </span>
        </p>
      </div>
    </Card>
  );
}
