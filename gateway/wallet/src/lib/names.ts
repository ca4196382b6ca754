import { labelOf } from '@cairn/wallet';
import { accountName } from '../components/account-switcher.tsx';
import type { OpenWallet } from '../model/state.ts';

/** What the wallet's owner calls an address: an own account, a contact, a label; `undefined` where it has no name. */
export function nameOfAddress(
  { accounts, contacts, labels }: Pick<OpenWallet, 'accounts' | 'contacts' | 'labels'>,
  address: string,
): string | undefined {
  const account = accounts.find((candidate) => candidate.address === address);
  if (account !== undefined) return accountName(account);
  return contacts.find((contact) => contact.address === address)?.name ?? labelOf(labels, address);
}
