import { type Address, parsePebbles, type TransactionId } from '@cairn/protocol';
import {
  cancelledBy,
  isCancellation,
  type Cancellations,
  type OutboxEntry,
  type OutboxItem,
  type SendPlan,
} from '@cairn/wallet';

/** A transfer that a cancellation takes back: how much, in pebbles, and to whom. */
export interface TakenBack {
  readonly value: bigint;
  readonly toAddress: Address;
}

/** The transfer that a plan would cancel; `undefined` for one that is no cancellation, as far as is known. */
export function takenBackByPlan(
  { body, replaces }: SendPlan,
  outbox: readonly OutboxItem[],
): TakenBack | undefined {
  // Whatever the records say of each other: what moves coins to somebody else is shown as that.
  if (replaces === undefined || body.toAddress !== body.fromAddress) return undefined;
  // A higher fee for a cancellation takes back what that one does.
  return replaces.kind === 'cancel' ? replaces : takenBackBy(replaces.id, outbox);
}

/** Whether a plan signs a cancellation once more, with a higher fee: of what, the wallet may not know. */
export function isSpeedUpOfCancellation(plan: SendPlan | undefined): boolean {
  return plan?.replaces?.kind === 'speed_up' && isCancellation(plan.body);
}

/**
 * The transfer that a transaction cancels, by this browser's records: the two of them while they compete, after its block the
 * one that was cancelled, and once its owner has read so what the vault remembers of it. The chain itself tells only of
 * a transfer to oneself.
 */
export function takenBackBy(
  id: TransactionId,
  outbox: readonly OutboxItem[],
  remembered?: Cancellations,
): TakenBack | undefined {
  const told = cancelledBy(remembered, id);
  return findTakenBack(id, outbox) ?? (told && describe(told));
}

function findTakenBack(id: TransactionId, outbox: readonly OutboxItem[]): TakenBack | undefined {
  const entries = outbox
    .filter(({ reconciliation }) => reconciliation.kind !== 'damaged')
    .map(({ entry }) => entry);
  const find = (wanted: string | undefined) => entries.find((entry) => entry.id === wanted);
  const cancelled = entries.find(({ replacedBy }) => replacedBy?.id === id && replacedBy.kind === 'cancel');
  if (cancelled !== undefined) return describe(cancelled);
  let entry = find(id);
  // Never more steps than there are entries, whatever they say of each other.
  for (let left = entries.length; left > 0 && entry?.replaces?.kind === 'speed_up'; left--) {
    entry = find(entry.replaces.id);
  }
  if (entry?.replaces?.kind !== 'cancel') return undefined;
  const original = find(entry.replaces.id);
  return original && describe(original);
}

function describe({ value, toAddress }: Pick<OutboxEntry, 'value' | 'toAddress'>): TakenBack {
  return { value: parsePebbles(value), toAddress };
}

/** Whether a kept transaction was signed to replace another one, and the node has that one still, and not this. */
export function isMissing({ entry, reconciliation }: OutboxItem): boolean {
  if (reconciliation.kind !== 'replaced' || reconciliation.final) return false;
  return entry.replaces !== undefined && reconciliation.by === entry.replaces.id;
}

/**
 * The replacement of a pending transaction that was signed and did not reach the node, as far as that says; none while it
 * is being sent.
 */
export function missingReplacement(
  id: TransactionId,
  outbox: readonly OutboxItem[],
  sending: readonly string[],
): OutboxEntry | undefined {
  return outbox.find(
    (item) => item.entry.replaces?.id === id && isMissing(item) && !sending.includes(item.entry.id),
  )?.entry;
}
