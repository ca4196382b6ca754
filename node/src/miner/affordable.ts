import type { AccountState } from '@cairn/protocol';
import { MAX_U64 } from '@cairn/protocol';
import type { PendingTransaction } from '../mempool/mempool-types.ts';

/**
 * Takes, in their order, the transactions that a block can hold: the nonce next, the sum affordable, no receiver above
 * 2^64 − 1 (PROTOCOL.md section 5, rule 6). The order is kept; a sender whose transaction does not fit is left out from
 * there on. Unlike the pool it counts what the block itself brings in.
 * @param account confirmed state at the tip
 */
export function takeAffordable(
  candidates: readonly PendingTransaction[],
  account: (address: string) => AccountState | undefined,
): PendingTransaction[] {
  const states = new Map<string, AccountState>();
  const stateOf = (address: string): AccountState =>
    states.get(address) ?? account(address) ?? { balance: 0n, nonce: 0 };
  return candidates.filter(({ transaction: { fromAddress, toAddress, nonce, value, fee } }) => {
    const sender = stateOf(fromAddress);
    if (nonce !== sender.nonce + 1 || value + fee > sender.balance) return false;
    const paid: AccountState = { balance: sender.balance - value - fee, nonce };
    const receiver = toAddress === fromAddress ? paid : stateOf(toAddress);
    if (receiver.balance + value > MAX_U64) return false;
    states.set(fromAddress, paid);
    states.set(toAddress, { ...receiver, balance: receiver.balance + value });
    return true;
  });
}
