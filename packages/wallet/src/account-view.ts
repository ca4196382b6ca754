import type { RpcAccount } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';

/** An account's amounts in pebbles, as a screen shows them. */
export interface AccountAmounts {
  readonly confirmed: bigint;
  readonly spendable: bigint;
  /** Sum of values and fees of the pending outgoing transactions; 0 when nothing is pending. */
  readonly pendingOutgoing: bigint;
}

/** Amounts of an account state; wire strings are parsed exactly. */
export function readAccountAmounts(account: RpcAccount): AccountAmounts {
  const confirmed = parsePebbles(account.balance);
  const spendable = parsePebbles(account.spendable_balance);
  return { confirmed, spendable, pendingOutgoing: confirmed > spendable ? confirmed - spendable : 0n };
}
