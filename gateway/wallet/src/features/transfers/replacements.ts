import { type Address, parsePebbles, type TransactionId } from '@cairn/protocol';
import {
  cancelledBy,
  isCancellation,
  type Cancellations,
  type OutboxEntry,
  type OutboxItem,
  type SendPlan,
} from '@cairn/wallet';

/** A transfer that another transaction cancels or has cancelled: value in pebbles, and recipient. */
export interface CancelledTransfer {
  readonly value: bigint;
  readonly toAddress: Address;
}

/** The transfer that a plan cancels; `undefined` if the plan cancels none, or the wallet does not know which one. */
export function cancelledTransferOf(
  { body, replaces }: SendPlan,
  outbox: readonly OutboxItem[],
): CancelledTransfer | undefined {
  // A plan that pays another address is always shown as a transfer, even if stored data call it a cancellation.
  if (replaces === undefined || body.toAddress !== body.fromAddress) return undefined;
  // Speeding up a cancellation cancels the same transfer.
  return replaces.kind === 'cancel' ? replaces : findCancelledTransfer(replaces.id, outbox);
}

/** Whether a plan raises the fee of a cancellation. The wallet may not know the cancelled transfer. */
export function isSpeedUpOfCancellation(plan: SendPlan | undefined): boolean {
  return plan?.replaces?.kind === 'speed_up' && isCancellation(plan.body);
}

/**
 * The transfer that a transaction cancels, according to the stored transactions, or else to the vault, which records it
 * when the user dismisses the notice. The chain does not contain it: there, a cancellation is only a transfer to
 * oneself.
 * @param remembered the cancellations that the vault has recorded
 */
export function findCancelledTransfer(
  id: TransactionId,
  outbox: readonly OutboxItem[],
  remembered?: Cancellations,
): CancelledTransfer | undefined {
  const recorded = cancelledBy(remembered, id);
  return findInOutbox(id, outbox) ?? (recorded && describe(recorded));
}

function findInOutbox(id: TransactionId, outbox: readonly OutboxItem[]): CancelledTransfer | undefined {
  const entries = outbox
    .filter(({ reconciliation }) => reconciliation.kind !== 'damaged')
    .map(({ entry }) => entry);
  const find = (wanted: string | undefined) => entries.find((entry) => entry.id === wanted);
  const cancelled = entries.find(({ replacedBy }) => replacedBy?.id === id && replacedBy.kind === 'cancel');
  if (cancelled !== undefined) return describe(cancelled);
  let entry = find(id);
  // Follow speed-ups back to the cancellation, in at most as many steps as there are entries.
  for (let left = entries.length; left > 0 && entry?.replaces?.kind === 'speed_up'; left--) {
    entry = find(entry.replaces.id);
  }
  if (entry?.replaces?.kind !== 'cancel') return undefined;
  const original = find(entry.replaces.id);
  return original && describe(original);
}

function describe({ value, toAddress }: Pick<OutboxEntry, 'value' | 'toAddress'>): CancelledTransfer {
  return { value: parsePebbles(value), toAddress };
}

/** Whether a stored replacement has not reached the node, which still has the original pending. */
export function isMissing({ entry, reconciliation }: OutboxItem): boolean {
  if (reconciliation.kind !== 'replaced' || reconciliation.final) return false;
  return entry.replaces !== undefined && reconciliation.by === entry.replaces.id;
}

/** The stored replacement of a pending transaction, if the node does not have it and this tab is not sending it. */
export function missingReplacement(
  id: TransactionId,
  outbox: readonly OutboxItem[],
  sending: readonly string[],
): OutboxEntry | undefined {
  return outbox.find(
    (item) => item.entry.replaces?.id === id && isMissing(item) && !sending.includes(item.entry.id),
  )?.entry;
}
