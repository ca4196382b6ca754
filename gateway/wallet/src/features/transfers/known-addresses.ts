import { ADDRESS_LENGTH } from '@cairn/protocol';
import { collectKnownAddresses, type KnownAddress } from '@cairn/wallet';
import type { AccountData, OpenWallet } from '../../wallet/state.ts';
import { namedAccounts, ownAccounts } from '../../shared/names.ts';

/** Addresses that the wallet knows. */
export interface KnownAddresses {
  readonly known: readonly KnownAddress[];
  /** Addresses that the selected account has paid, as far as its history is loaded. */
  readonly paid: ReadonlySet<string>;
  /** Number of loaded transactions in the history. */
  readonly read: number;
  /** Whether the whole history is loaded. */
  readonly complete: boolean;
}

/**
 * Collects own accounts, watched addresses, contacts, labelled addresses, and those in loaded or stored transactions.
 */
export function findKnownAddresses(wallet: OpenWallet, data: AccountData | undefined): KnownAddresses {
  const watched = namedAccounts({ accounts: wallet.accounts.filter(({ kind }) => kind === 'watched') });
  const labelled = Object.entries(wallet.labels)
    .filter(([subject]) => subject.length === ADDRESS_LENGTH)
    .map(([address, name]) => ({ address, name }));
  const transfers = data === undefined ? [] : [...data.history.pending, ...data.history.confirmed];
  const stored = data?.outbox.map(({ entry }) => ({
    from_address: entry.fromAddress,
    to_address: entry.toAddress,
  }));
  const sent = transfers.filter(({ from_address: from }) => from === wallet.selected.address);
  return {
    known: collectKnownAddresses({
      own: ownAccounts(wallet),
      contacts: [...wallet.contacts, ...watched, ...labelled],
      transfers: [...transfers, ...(stored ?? [])],
    }),
    paid: new Set(sent.map(({ to_address: to }) => to)),
    read: transfers.length,
    complete: data !== undefined && data.history.nextCursor === null,
  };
}
