import { ADDRESS_LENGTH } from '@cairn/protocol';
import { collectKnownAddresses, type KnownAddress } from '@cairn/wallet';
import { accountName } from '../components/account-switcher.tsx';
import type { AccountData, OpenWallet } from '../model/state.ts';

/** Whom the wallet has met, and whom the selected account has paid, as far as its history was read. */
export interface Acquaintances {
  readonly known: readonly KnownAddress[];
  readonly paid: ReadonlySet<string>;
  /** Transfers that this was learned from; the whole history when `complete`. */
  readonly read: number;
  readonly complete: boolean;
}

/** Collects the own accounts, watched addresses, contacts, labelled addresses and the history that was read. */
export function collectAcquaintances(wallet: OpenWallet, data: AccountData | undefined): Acquaintances {
  const own = wallet.accounts
    .filter(({ kind }) => kind === 'own')
    .map((account) => ({ address: account.address, name: accountName(account) }));
  const watched = wallet.accounts
    .filter(({ kind }) => kind === 'watched')
    .map((account) => ({ address: account.address, name: accountName(account) }));
  const labelled = Object.entries(wallet.labels)
    .filter(([subject]) => subject.length === ADDRESS_LENGTH)
    .map(([address, name]) => ({ address, name }));
  const transfers = data === undefined ? [] : [...data.history.pending, ...data.history.confirmed];
  const kept = data?.outbox.map(({ entry }) => ({
    from_address: entry.fromAddress,
    to_address: entry.toAddress,
  }));
  const sent = transfers.filter(({ from_address: from }) => from === wallet.selected.address);
  return {
    known: collectKnownAddresses({
      own,
      contacts: [...wallet.contacts, ...watched, ...labelled],
      transfers: [...transfers, ...(kept ?? [])],
    }),
    paid: new Set(sent.map(({ to_address: to }) => to)),
    read: transfers.length,
    complete: data !== undefined && data.history.nextCursor === null,
  };
}
