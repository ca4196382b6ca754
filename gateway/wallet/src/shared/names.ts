import type { Address } from '@cairn/protocol';
import type { NamedAddress } from '@cairn/wallet';
import { type OpenWallet, savedName, type WalletAccount } from '../model/state.ts';
import { t } from './texts.ts';

/**
 * The account's name; by default `Account 3` with the derivation index, or, of a watched address, that of a contact, else a
 * general one.
 */
export function accountName(account: WalletAccount): string {
  if (account.name !== '') return account.name;
  return account.kind === 'own'
    ? t('accounts.usualName', { index: String(account.index) })
    : (account.savedName ?? t('accounts.watchedName'));
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
 * Name of an address: of an own account, the name that was given to a watched address, or a contact's. The general name of a
 * watched address is no name.
 */
export function nameOfAddress(
  wallet: Pick<OpenWallet, 'accounts' | 'contacts'>,
  address: Address,
): string | undefined {
  const account = wallet.accounts.find((candidate) => candidate.address === address);
  if (account?.kind === 'own') return accountName(account);
  return account?.name || savedName(wallet, address);
}
