import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';

/** An account's amounts in pebbles, as a screen shows them. */
export interface AccountAmounts {
  readonly confirmed: bigint;
  readonly spendable: bigint;
  /** What the pending outgoing sequence takes: value and fees together; 0 when nothing is pending. */
  readonly pendingOutgoing: bigint;
}

/** Amounts of an account state; wire strings are parsed exactly. */
export function readAccountAmounts(account: RpcAccount): AccountAmounts {
  const confirmed = parsePebbles(account.balance);
  const spendable = parsePebbles(account.spendable_balance);
  return { confirmed, spendable, pendingOutgoing: confirmed > spendable ? confirmed - spendable : 0n };
}

/**
 * What is pending towards an address, in pebbles. The node tells of an account's own pending transactions only, so that
 * this is what the account sends to itself; transfers of others show once a block holds them.
 */
export function findPendingIncoming(
  pending: readonly Pick<RpcTransaction, 'to_address' | 'value'>[],
  address: string,
): { readonly count: number; readonly total: bigint } {
  const incoming = pending.filter(({ to_address: to }) => to === address);
  const total = incoming.reduce((sum, { value }) => sum + parsePebbles(value), 0n);
  return { count: incoming.length, total };
}
