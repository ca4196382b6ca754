import type { TransactionId } from '@cairn/protocol';
import type { OutboxEntry, OutboxItem } from '@cairn/wallet';

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
