import { Card, CopyButton, QrCode } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useWallet } from '../../model/context.ts';
import type { WalletAccount } from '../../model/state.ts';
import { AddressGroups } from '../../shared/address.tsx';
import { t } from './texts.ts';
import './receive.css';

/**
 * Title for an account's address. A watched address must not be called the user's own: others may spend what it
 * receives.
 */
function addressTitle({ kind }: WalletAccount): string {
  return t(kind === 'watched' ? 'accounts.watchedName' : 'accounts.yourAddress');
}

/** Card with the selected account's address as text and QR code. @param props.children below the address */
export function AddressCard({ children }: { children?: ComponentChildren }) {
  const { selected } = useWallet().wallet;
  const { address } = selected;
  return (
    <Card title={addressTitle(selected)}>
      <div class="c-center w-receive">
        <QrCode value={address} label={t('receive.qr', { address })} />
        <AddressGroups address={address} />
        <CopyButton
          key={address}
          value={address}
          what={t('accounts.addressWord')}
          label={t('receive.copy')}
        />
        {children}
      </div>
    </Card>
  );
}
