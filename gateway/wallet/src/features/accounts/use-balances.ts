import { parsePebbles } from '@cairn/protocol';
import { useEffect, useState } from 'preact/hooks';
import { useWallet } from '../../model/context.ts';
import type { WalletAccount } from '../../model/state.ts';

/** Maximum number of balances that are requested; further accounts have none. */
const MAX_BALANCES = 100;

/** Confirmed balances in pebbles by address, requested one after another; unavailable ones are absent. */
export function useBalances(accounts: readonly WalletAccount[]): ReadonlyMap<string, bigint> {
  const { model, state } = useWallet();
  const [balances, setBalances] = useState<ReadonlyMap<string, bigint>>(new Map());
  const addresses = accounts.slice(0, MAX_BALANCES).map(({ address }) => address);
  const online = state.connection.state === 'online';
  useEffect(() => {
    let wanted = true;
    const read = async (): Promise<void> => {
      for (const address of addresses) {
        const balance = await model.readBalance(address);
        if (!wanted) return;
        if (balance !== undefined) setBalances((known) => new Map(known).set(address, balance));
      }
    };
    if (!online) setBalances(new Map());
    else void read();
    return () => {
      wanted = false;
    };
    // Request the balances again for another list, after a new block, and when the node answers again.
  }, [addresses.join(), state.status?.height, online]);
  return balances;
}

/**
 * What the own accounts hold together, in pebbles.
 * @returns `undefined` for a single account, and until every balance is known
 */
export function useOwnTotal(): bigint | undefined {
  const { wallet, data } = useWallet();
  const { address } = wallet.selected;
  const own = wallet.accounts.filter(({ kind }) => kind === 'own');
  const balances = useBalances(own.length > 1 ? own.filter((account) => account.address !== address) : []);
  if (own.length < 2) return undefined;
  return own.reduce<bigint | undefined>((total, account) => {
    const balance =
      account.address === address
        ? data && parsePebbles(data.account.balance)
        : balances.get(account.address);
    return balance === undefined || total === undefined ? undefined : total + balance;
  }, 0n);
}
