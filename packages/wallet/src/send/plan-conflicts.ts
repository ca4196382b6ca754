import type { RpcTransaction } from '@cairn/api/rpc';
import { needsDecision, type OutboxItem } from './reconcile.ts';
import type { SendPlan } from './send-plan.ts';

/**
 * The stored transaction that must be sent again or discarded before this nonce may be signed: of two signed
 * transactions with one nonce, either could be mined. A damaged entry blocks every nonce, because the nonce of the
 * entry is unknown.
 * @param nonce nonce of the transaction to sign; an open entry with a lower nonce also blocks the transaction, because
 *   that entry must be mined first
 */
export function findNonceConflict(outbox: readonly OutboxItem[], nonce: number): OutboxItem | undefined {
  const open = outbox.filter(needsDecision);
  return open.find(({ entry, reconciliation: { kind } }) => kind === 'damaged' || entry.nonce <= nonce);
}

/**
 * True if a pending transaction of the same sender, other than the one that the plan replaces, has the plan's nonce.
 * That can happen only if the node's `next_nonce` is wrong; the new transfer would then replace the
 * pending transaction unintentionally.
 */
export function isNonceTaken(pending: readonly RpcTransaction[], { body, replaces }: SendPlan): boolean {
  return pending.some(
    ({ id, from_address: from, nonce }) =>
      from === body.fromAddress && nonce === body.nonce && id !== replaces?.id,
  );
}

/**
 * A pending transfer of the same amount to the same recipient, other than the one that the plan replaces: the user may
 * be sending it again because the pending transfer seems lost. The review warns, and the user may sign nevertheless.
 */
export function findDuplicate(
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
