import type { TransactionId } from '@cairn/protocol';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import { isCancellation } from '../send/replacement.ts';
import {
  CONTENTS_LIMITS,
  type Cancellations,
  type CancelledTransfer,
  type VaultContents,
} from '../vault/vault-contents.ts';

/** Form of a transaction ID. An ID of another form comes from damaged browser data and is skipped. */
const TRANSACTION_ID = /^[0-9a-f]{64}$/;

/** The transfer that the transaction with this ID cancelled; `undefined` if none is recorded. */
export function cancelledBy(
  recorded: Cancellations | undefined,
  id: TransactionId,
): CancelledTransfer | undefined {
  return recorded !== undefined && Object.hasOwn(recorded, id) ? recorded[id] : undefined;
}

/**
 * The contents with the cancelled transfers of `entries` (oldest first) recorded. If one cancellation replaced several
 * transfers, the first counts. At the limit, the oldest records are dropped. Returns the same object if nothing is new.
 */
export function recordCancelled(contents: VaultContents, entries: readonly OutboxEntry[]): VaultContents {
  const fresh: Record<string, CancelledTransfer> = {};
  for (const entry of entries) {
    const { replacedBy, value, toAddress } = entry;
    if (replacedBy?.kind !== 'cancel' || isCancellation(entry) || Object.hasOwn(fresh, replacedBy.id))
      continue;
    if (!TRANSACTION_ID.test(replacedBy.id)) continue;
    if (cancelledBy(contents.cancelled, replacedBy.id) !== undefined) continue;
    fresh[replacedBy.id] = { value, toAddress };
  }
  if (Object.keys(fresh).length === 0) return contents;
  const all = Object.entries({ ...contents.cancelled, ...fresh });
  return { ...contents, cancelled: Object.fromEntries(all.slice(-CONTENTS_LIMITS.cancelled)) };
}
