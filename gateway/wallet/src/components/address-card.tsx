import { Card, CopyButton, QrCode } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { accountName } from './account-switcher.tsx';
import { AddressGroups } from './address-groups.tsx';

/** The selected account's address: to copy, to scan, to compare. */
export function AddressCard({ title = 'Your address' }: { title?: string }) {
  const { wallet } = useWallet();
  const { address } = wallet.selected;
  return (
    <Card title={title} actions={<span>{accountName(wallet.selected)}</span>}>
      <div class="w-receive">
        <QrCode value={address} label={`QR code of the address ${address}`} />
        <p class="w-receive__address">
          <AddressGroups address={address} />
          <CopyButton value={address} what="address" />
        </p>
      </div>
    </Card>
  );
}
