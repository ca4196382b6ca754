import type { RpcAccount } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import type { SendPlan } from './send-plan.ts';

/** A change to an account since a transfer was planned for it. Amounts in pebbles. */
export type PlanChange =
  | { readonly kind: 'account' }
  | { readonly kind: 'nonce'; readonly planned: number; readonly now: number }
  | { readonly kind: 'spendable'; readonly planned: bigint; readonly now: bigint }
  /** The transaction that was to be replaced is not pending any more. */
  | { readonly kind: 'original_settled' };

/** The node's current state, as far as a plan depends on it. */
export interface CurrentState {
  readonly account: RpcAccount;
  /** IDs of the account's pending transactions. */
  readonly pendingIds: ReadonlySet<string>;
}

/**
 * Changes since a plan was made that require showing it again before it may be signed: another account, another nonce,
 * less to spend. A higher spendable balance (an incoming transfer) does not affect the plan. Empty while the plan holds.
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

/** The nonce is the node's `next_nonce` at the moment of signing, or the plan does not hold. */
function findNonceChange({ body }: SendPlan, { next_nonce: now }: RpcAccount): PlanChange[] {
  return body.nonce === now ? [] : [{ kind: 'nonce', planned: body.nonce, now }];
}

function findLessSpendable({ spendable: planned }: SendPlan, account: RpcAccount): PlanChange[] {
  const now = parsePebbles(account.spendable_balance);
  return now < planned ? [{ kind: 'spendable', planned, now }] : [];
}
