import { parsePebbles } from '@cairn/protocol';
import { useEffect, useState } from 'preact/hooks';
import { useWallet } from '../../model/context.ts';
import type { WalletAccount } from '../../model/state.ts';

/** Maximum number of balances that are requested; further accounts have none. */
const MAX_BALANCES = 100;

type Balances = ReadonlyMap<string, bigint>;

/** Confirmed balances in pebbles by address, requested one after another; unavailable ones are absent. */
export function useBalances(accounts: readonly WalletAccount[]): Balances {
  const { model, state, wallet, data } = useWallet();
  const [read, setRead] = useState<Balances>(new Map());
  const selected = wallet.selected.address;
  // That of the selected account is known already.
  const others = accounts.map(({ address }) => address).filter((address) => address !== selected);
  const online = state.connection.state === 'online';
  useEffect(() => {
    let wanted = true;
    const readAll = async (): Promise<void> => {
      for (const address of others.slice(0, MAX_BALANCES)) {
        const balance = await model.readBalance(address);
        if (!wanted) return;
        if (balance !== undefined) setRead((known) => new Map(known).set(address, balance));
      }
    };
    if (!online) setRead(new Map());
    else void readAll();
    return () => {
      wanted = false;
    };
    // Request the balances again for another list, after a new block, and when the node answers again.
  }, [others.join(), state.status?.height, online]);
  return data === undefined ? read : new Map(read).set(selected, parsePebbles(data.account.balance));
}

/** What the own accounts hold together, in pebbles; `undefined` for a single one, and until every balance is known. */
export function totalOf(accounts: readonly WalletAccount[], balances: Balances): bigint | undefined {
  const own = accounts.filter(({ kind }) => kind === 'own').map(({ address }) => balances.get(address));
  if (own.length < 2) return undefined;
  return own.reduce((total, balance) =>
    total === undefined || balance === undefined ? undefined : total + balance,
  );
}
