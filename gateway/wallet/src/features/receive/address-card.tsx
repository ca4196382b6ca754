import { Card, CopyButton, QrCode } from '@cairn/ui';
import { useWallet } from '../../model/context.ts';
import type { WalletAccount } from '../../model/state.ts';
import { AddressGroups } from '../../shared/address.tsx';
import { t } from './texts.ts';
import './receive.css';

/**
 * Title for an account's address. A watched address must not be called the user's own: others may spend what it
 * receives.
 */
export function addressTitle({ kind }: WalletAccount): string {
  return t(kind === 'watched' ? 'accounts.watchedName' : 'accounts.yourAddress');
}

/** Card with the selected account's address as text and QR code. */
export function AddressCard() {
  const { selected } = useWallet().wallet;
  return (
    <Card title={addressTitle(selected)}>
      <AddressCode />
    </Card>
  );
}

/** The selected account's address, below its QR code. @param props.request payment request for the code, in place of the address */
export function AddressCode({ request }: { request?: string | undefined }) {
  const { address } = useWallet().wallet.selected;
  return (
    <div class="c-center w-address-code">
      <QrCode
        value={request ?? address}
        label={request === undefined ? t('receive.qr', { address }) : t('receive.requestQr')}
      />
      <AddressGroups address={address} />
      <CopyButton key={address} value={address} what={t('accounts.addressWord')} label={t('receive.copy')} />
    </div>
  );
}
