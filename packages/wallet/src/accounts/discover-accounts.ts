import type { RpcAccount } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';
import type { Keyring } from '../keyring.ts';
import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** Number of consecutive unused accounts after which the search ends (BIP-44). */
export const GAP_LIMIT = 20;

/** Progress of a search. */
export interface DiscoveryProgress {
  /** Accounts queried so far. */
  readonly checked: number;
  /** Indices of the accounts in use, ascending. */
  readonly found: readonly number[];
}

/**
 * Searches the chain for used accounts of a phrase: queries one account after another until {@link GAP_LIMIT} in a row
 * are unused or the wallet's maximum is reached. Rejects when `signal` is aborted and when a query fails, because a
 * partial result would not tell whether later accounts are in use.
 */
export async function discoverAccounts(input: {
  keyring: Pick<Keyring, 'account'>;
  readAccount: (address: Address) => Promise<RpcAccount>;
  onProgress?: (progress: DiscoveryProgress) => void;
  signal?: AbortSignal;
}): Promise<DiscoveryProgress> {
  const { keyring, readAccount, onProgress, signal } = input;
  const found: number[] = [];
  let checked = 0;
  for (let unused = 0; unused < GAP_LIMIT && checked < CONTENTS_LIMITS.accounts; checked++) {
    signal?.throwIfAborted();
    const account = await readAccount(keyring.account(checked).address);
    signal?.throwIfAborted();
    if (isInUse(account)) found.push(checked);
    unused = isInUse(account) ? 0 : unused + 1;
    onProgress?.({ checked: checked + 1, found: [...found] });
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
