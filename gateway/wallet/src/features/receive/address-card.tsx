import { Card, CopyButton, QrCode } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useWallet } from '../../model/context.ts';
import type { WalletAccount } from '../../model/state.ts';
import { accountName } from '../../shared/names.ts';
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

/**
 * Card with the selected account's address as text and QR code.
 * @param props.children what replaces the icon button that copies the address
 */
export function AddressCard({ children }: { children?: ComponentChildren }) {
  const { selected } = useWallet().wallet;
  const { address } = selected;
  const [title, name] = [addressTitle(selected), accountName(selected)];
  return (
    <Card title={title} actions={name !== title && <span>{name}</span>}>
      <div class="c-center w-receive">
        <QrCode value={address} label={t('receive.qr', { address })} />
        <p class="c-center">
          <span class="w-checked-address">
            <AddressGroups address={address} />
            {children === undefined && <CopyButton value={address} what={t('accounts.addressWord')} />}
          </span>
        </p>
        {children}
      </div>
    </Card>
  );
}
