import type { RpcAccount } from '@cairn/api/rpc';
import { type Address, getNetwork, isValidAddress, type NetworkName, parsePebbles } from '@cairn/protocol';
import { fitText } from './clean-text.ts';
import type { Keyring } from './keyring.ts';
import { type AccountRef, CONTENTS_LIMITS, type VaultContents } from './vault/vault-contents.ts';
import { WalletError } from './wallet-error.ts';

/** The contents with the lowest unlisted account added and selected. */
export function addNextAccount(contents: VaultContents): VaultContents {
  const used = new Set(contents.accounts.map((account) => account.index));
  let index = 0;
  while (used.has(index)) index++;
  return { ...addAccounts(contents, [index]), selected: index };
}

/** The contents with these accounts added; an account that is already listed stays unchanged. */
export function addAccounts(contents: VaultContents, indices: readonly number[]): VaultContents {
  const used = new Set(contents.accounts.map((account) => account.index));
  const fresh = [...new Set(indices)].filter((index) => !used.has(index));
  const added = fresh.map((index) => ({ index, name: '' }));
  return { ...contents, accounts: [...contents.accounts, ...added].sort((a, b) => a.index - b.index) };
}

/** True if the account is listed. */
export function hasAccount(
  contents: Pick<VaultContents, 'accounts' | 'watchOnly'>,
  ref: AccountRef,
): boolean {
  return typeof ref === 'number'
    ? contents.accounts.some(({ index }) => index === ref)
    : contents.watchOnly.some(({ address }) => address === ref);
}

/** The contents with another listed account selected. Throws `invalid_account_index` for an unlisted one. */
export function selectAccount(contents: VaultContents, ref: AccountRef): VaultContents {
  requireListed(contents, ref);
  return { ...contents, selected: ref };
}

/** The contents with an account renamed; an empty name restores the default. Throws `invalid_account_index`. */
export function renameAccount(contents: VaultContents, ref: AccountRef, name: string): VaultContents {
  requireListed(contents, ref);
  const clean = fitText(name, CONTENTS_LIMITS.name);
  return {
    ...contents,
    accounts: contents.accounts.map((entry) => (entry.index === ref ? { ...entry, name: clean } : entry)),
    watchOnly: contents.watchOnly.map((entry) => (entry.address === ref ? { ...entry, name: clean } : entry)),
  };
}

/**
 * The contents with a watched address added and selected. Throws `invalid_watch_address` unless it is an address of
 * this network, `account_listed` if it is watched already.
 */
export function addWatchOnly(
  contents: VaultContents,
  network: NetworkName,
  entry: { address: Address; name: string },
): VaultContents {
  const address = entry.address.trim();
  if (!isValidAddress(address, getNetwork(network))) {
    throw new WalletError('invalid_watch_address', `This is not an address of ${network}.`);
  }
  if (hasAccount(contents, address)) {
    throw new WalletError('account_listed', 'This address is already in the wallet.');
  }
  const watchOnly = [...contents.watchOnly, { address, name: fitText(entry.name, CONTENTS_LIMITS.name) }];
  return { ...contents, watchOnly, selected: address };
}

/**
 * The contents without an account; if it was selected, the first derived account becomes selected. Nothing on the chain
 * changes, and the account can be added again. Throws `last_account` for the last derived one, `invalid_account_index`
 * for an unlisted one.
 */
export function removeAccount(contents: VaultContents, ref: AccountRef): VaultContents {
  requireListed(contents, ref);
  const accounts = contents.accounts.filter(({ index }) => index !== ref);
  if (accounts.length === 0)
    throw new WalletError('last_account', 'A wallet keeps at least one of its own accounts.');
  const watchOnly = contents.watchOnly.filter(({ address }) => address !== ref);
  const selected = contents.selected === ref ? accounts[0]!.index : contents.selected;
  return { ...contents, accounts, watchOnly, selected };
}

function requireListed(contents: VaultContents, ref: AccountRef): void {
  if (hasAccount(contents, ref)) return;
  throw new WalletError('invalid_account_index', `Account ${ref} is not in the wallet.`);
}

/** Number of consecutive unused accounts after which the search ends (BIP-44). */
export const GAP_LIMIT = 20;

/**
 * Searches the chain for used accounts of a phrase: queries one account after another until {@link GAP_LIMIT} in a row
 * are unused or the wallet's maximum is reached. Rejects when `signal` is aborted and when a query fails, because a
 * partial result would not tell whether later accounts are in use.
 * @returns number of accounts that were queried, and the indices of those in use, ascending
 */
export async function discoverAccounts(input: {
  keyring: Pick<Keyring, 'account'>;
  readAccount: (address: Address) => Promise<RpcAccount>;
  signal?: AbortSignal;
}): Promise<{ checked: number; found: readonly number[] }> {
  const { keyring, readAccount, signal } = input;
  const found: number[] = [];
  let checked = 0;
  for (let unused = 0; unused < GAP_LIMIT && checked < CONTENTS_LIMITS.accounts; checked++) {
    signal?.throwIfAborted();
    const account = await readAccount(keyring.account(checked).address);
    signal?.throwIfAborted();
    if (isInUse(account)) found.push(checked);
    unused = isInUse(account) ? 0 : unused + 1;
  }
  return { checked, found };
}

/** True if the account has a confirmed or spendable balance, or confirmed or pending outgoing transactions. */
export function isInUse(account: RpcAccount): boolean {
  return (
    parsePebbles(account.balance) > 0n ||
    parsePebbles(account.spendable_balance) > 0n ||
    account.nonce > 0 ||
    account.next_nonce > account.nonce + 1
  );
}
