import type { Address } from '@cairn/protocol';
import { labelOf, type NamedAddress } from '@cairn/wallet';
import { accountName } from '../components/account-switcher.tsx';
import type { OpenWallet } from '../model/state.ts';

/** Every account of the wallet by the name that the screens show. */
export function namedAccounts({ accounts }: Pick<OpenWallet, 'accounts'>): NamedAddress[] {
  return accounts.map((account) => ({ address: account.address, name: accountName(account) }));
}

/** As {@link namedAccounts}, without the addresses that are only watched. */
export function ownAccounts({ accounts }: Pick<OpenWallet, 'accounts'>): NamedAddress[] {
  return namedAccounts({ accounts: accounts.filter(({ kind }) => kind === 'own') });
}

/** Name of an address: of an own account, a contact, a label; `undefined` without one. */
export function nameOfAddress(
  { accounts, contacts, labels }: Pick<OpenWallet, 'accounts' | 'contacts' | 'labels'>,
  address: Address,
): string | undefined {
  const account = accounts.find((candidate) => candidate.address === address);
  if (account !== undefined) return accountName(account);
  return contacts.find((contact) => contact.address === address)?.name ?? labelOf(labels, address);
}
