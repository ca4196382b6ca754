import { AddressCard } from '../components/address-card.tsx';
import { AccountSwitcher } from '../components/account-switcher.tsx';
import { Screen } from '../components/screen.tsx';
import { useWallet } from '../lib/context.ts';

/** The address to be paid at. */
export function Receive() {
  const { wallet } = useWallet();
  return (
    <Screen title="Receive" width="narrow">
      <AccountSwitcher />
      <AddressCard title="Address" />
      <p class="c-muted c-small">
        This is a {wallet.network} address: only {wallet.network} coins can arrive here. Compare all of its
        characters after it was pasted or scanned.
      </p>
    </Screen>
  );
}
