import type { RpcAccount } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import type { SendPlan } from './send-plan.ts';

/** A change since a transfer was planned that makes the plan invalid. Amounts in pebbles. */
export type PlanChange =
  | { readonly kind: 'account' }
  | { readonly kind: 'nonce'; readonly planned: number; readonly now: number }
  | { readonly kind: 'spendable'; readonly planned: bigint; readonly now: bigint }
  /** The transaction to be replaced is no longer pending. */
  | { readonly kind: 'original_settled' };

/** The current state that a plan depends on. */
export interface CurrentState {
  readonly account: RpcAccount;
  /** IDs of the account's pending transactions. */
  readonly pendingIds: ReadonlySet<string>;
}

/**
 * The changes that require showing a plan again before it may be signed: another account; a lower spendable balance;
 * for a new transfer, another `next_nonce`; for a replacement, an original that is no longer pending. A higher balance,
 * as after an incoming transfer, does not matter. Empty if the plan is valid.
 */
export function findPlanChanges(plan: SendPlan, { account, pendingIds }: CurrentState): PlanChange[] {
  if (account.address !== plan.body.fromAddress) return [{ kind: 'account' }];
  if (plan.replaces !== undefined) {
    return pendingIds.has(plan.replaces.id)
      ? findLessSpendable(plan, account)
      : [{ kind: 'original_settled' }];
  }
  return [...findNonceChange(plan, account), ...findLessSpendable(plan, account)];
}

/** A plan that replaces nothing is valid only with the node's current `next_nonce`. */
function findNonceChange({ body }: SendPlan, { next_nonce: now }: RpcAccount): PlanChange[] {
  return body.nonce === now ? [] : [{ kind: 'nonce', planned: body.nonce, now }];
}

function findLessSpendable({ spendable: planned }: SendPlan, account: RpcAccount): PlanChange[] {
  const now = parsePebbles(account.spendable_balance);
  return now < planned ? [{ kind: 'spendable', planned, now }] : [];
}
