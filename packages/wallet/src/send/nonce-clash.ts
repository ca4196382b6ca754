import type { RpcTransaction } from '@cairn/api/rpc';
import { needsDecision, type OutboxItem } from './outbox-items.ts';
import type { SendPlan } from './send-plan.ts';

/**
 * The kept transaction that forbids another signature for this nonce: its fate is open, and its own bytes are what may
 * be sent (again). Signing a second one by the side would leave it to chance which of the two is carried out. A damaged
 * one forbids every signature, because its nonce is unknown.
 * @param nonce of the transaction that is to be signed; every open nonce up to it counts, since it could not be mined
 *   before them
 */
export function findNonceClash(outbox: readonly OutboxItem[], nonce: number): OutboxItem | undefined {
  const open = outbox.filter(needsDecision);
  return open.find(({ entry, reconciliation: { kind } }) => kind === 'damaged' || entry.nonce <= nonce);
}

/**
 * Whether something pending of the same sender has the plan's nonce, other than what the plan replaces. The node's
 * `next_nonce` comes after everything pending; should it ever not, the new transfer would take the other one's place
 * without anybody having asked for that.
 */
export function isNonceTaken(pending: readonly RpcTransaction[], { body, replaces }: SendPlan): boolean {
  return pending.some(
    ({ id, from_address: from, nonce }) =>
      from === body.fromAddress && nonce === body.nonce && id !== replaces?.id,
  );
}
