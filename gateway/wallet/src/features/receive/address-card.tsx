import { Card, QrCode } from '@cairn/ui';
import { useWallet } from '../../wallet/context.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import { accountName } from '../../shared/names.ts';
import { AddressGroups } from '../../shared/address.tsx';
import { CopyAddress } from '../../shared/copy-button.tsx';
import { t } from './texts.ts';
import './receive.css';

/**
 * Title for an account's address. A watched address must not be called the user's own: others may spend what it
 * receives.
 */
export function addressTitle({ kind }: WalletAccount): string {
  return t(kind === 'watched' ? 'accounts.watchedName' : 'accounts.yourAddress');
}

/** The account's name, shown beside the title; nothing if name and title are the same. */
export function AddressOwner({ account }: { account: WalletAccount }) {
  const name = accountName(account);
  return name === addressTitle(account) ? null : <span>{name}</span>;
}

/** Card with the selected account's address as text and QR code, with a button that copies it. */
export function AddressCard() {
  const { wallet } = useWallet();
  const { address } = wallet.selected;
  return (
    <Card title={addressTitle(wallet.selected)} actions={<AddressOwner account={wallet.selected} />}>
      <div class="c-center w-receive">
        <QrCode value={address} label={t('receive.qr', { address })} />
        <p class="c-center">
          <span class="w-checked-address">
            <AddressGroups address={address} />
            <CopyAddress address={address} what={t('accounts.addressWord')} />
          </span>
        </p>
      </div>
    </Card>
  );
}
