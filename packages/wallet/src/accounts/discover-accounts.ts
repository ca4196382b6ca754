import type { RpcAccount } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import type { Keyring } from '../keyring.ts';
import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** Unused accounts in a row after which no further one is looked for (BIP-44). */
export const GAP_LIMIT = 20;

/** How far a search has come. */
export interface DiscoveryProgress {
  /** Accounts that were asked about, from the first on. */
  readonly checked: number;
  /** Indices of those in use, ascending. */
  readonly found: readonly number[];
}

/**
 * Looks for the accounts of a phrase that are in use on the chain: asks about one after another until
 * {@link GAP_LIMIT} in a row are not, or as many as a wallet can list have been asked about. Rejects when an answer
 * cannot be had (nothing is found out in part: a search that broke off says nothing about the rest) and when `signal` is
 * aborted.
 */
export async function discoverAccounts(input: {
  keyring: Pick<Keyring, 'account'>;
  readAccount: (address: string) => Promise<RpcAccount>;
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

/** Has held or sent something that is confirmed, or has something on its way out. */
export function isInUse(account: RpcAccount): boolean {
  return (
    parsePebbles(account.balance) > 0n ||
    parsePebbles(account.spendable_balance) > 0n ||
    account.nonce > 0 ||
    account.next_nonce > account.nonce + 1
  );
}
