import type { Address } from '@cairn/protocol';
import { labelOf, type NamedAddress } from '@cairn/wallet';
import type { OpenWallet, WalletAccount } from '../model/state.ts';
import { t } from './texts.ts';

/** The account's name; by default `Account 3` with the derivation index, or a general name for a watched address. */
export function accountName(account: WalletAccount): string {
  if (account.name !== '') return account.name;
  return account.kind === 'own'
    ? t('accounts.usualName', { index: String(account.index) })
    : t('accounts.watchedName');
}

/** All accounts of the wallet with their names. */
export function namedAccounts({ accounts }: Pick<OpenWallet, 'accounts'>): NamedAddress[] {
  return accounts.map((account) => ({ address: account.address, name: accountName(account) }));
}

/** As {@link namedAccounts}, without the watched addresses. */
export function ownAccounts({ accounts }: Pick<OpenWallet, 'accounts'>): NamedAddress[] {
  return namedAccounts({ accounts: accounts.filter(({ kind }) => kind === 'own') });
}

/**
 * Name of an address: of an own account, a contact, the name that was given to a watched address, or a label. The default
 * name of a watched address is no name.
 */
export function nameOfAddress(
  { accounts, contacts, labels }: Pick<OpenWallet, 'accounts' | 'contacts' | 'labels'>,
  address: Address,
): string | undefined {
  const account = accounts.find((candidate) => candidate.address === address);
  if (account?.kind === 'own') return accountName(account);
  const contact = contacts.find((candidate) => candidate.address === address);
  return contact?.name ?? (account?.name || labelOf(labels, address));
}
