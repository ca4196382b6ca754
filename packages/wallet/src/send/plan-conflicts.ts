import type { RpcTransaction } from '@cairn/api/rpc';
import { needsDecision, type OutboxItem } from './reconcile.ts';
import type { SendPlan } from './send-plan.ts';

/**
 * The stored transaction that must be resent or discarded before this nonce may be signed: with a second signed
 * transaction, chance would decide which of the two is mined. A damaged entry blocks every nonce, because its own is
 * unknown.
 * @param nonce of the transaction to sign; unsettled lower nonces block it too, since they have to be mined first
 */
export function findNonceClash(outbox: readonly OutboxItem[], nonce: number): OutboxItem | undefined {
  const open = outbox.filter(needsDecision);
  return open.find(({ entry, reconciliation: { kind } }) => kind === 'damaged' || entry.nonce <= nonce);
}

/**
 * Whether a pending transaction of the same sender, other than the one that the plan replaces, has the plan's nonce. The
 * node's `next_nonce` rules that out; if it were wrong, the new transfer would replace one unintentionally.
 */
export function isNonceTaken(pending: readonly RpcTransaction[], { body, replaces }: SendPlan): boolean {
  return pending.some(
    ({ id, from_address: from, nonce }) =>
      from === body.fromAddress && nonce === body.nonce && id !== replaces?.id,
  );
}

/**
 * A pending transfer of the same amount to the same recipient, other than the one that the plan replaces: the user may be
 * sending it twice by mistake, because the first one seems lost.
 */
export function findTwin(
  { body, replaces }: SendPlan,
  pending: readonly RpcTransaction[],
): RpcTransaction | undefined {
  return pending.find(
    (item) =>
      item.id !== replaces?.id &&
      item.from_address === body.fromAddress &&
      item.to_address === body.toAddress &&
      item.value === body.value.toString(),
  );
}
