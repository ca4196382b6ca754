import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, parsePebbles, type TransactionId } from '@cairn/protocol';
import { Amount } from '@cairn/ui';
import { isCancellation, type OutboxEntry, type OutboxItem, type Transfer } from '@cairn/wallet';
import { AddressName } from '../../shared/address.tsx';
import { Rich, t } from './texts.ts';

/**
 * What a transfer is to its owner: a payment, or the cancellation of one. On the chain a cancellation is only a transfer
 * of one pebble to oneself, so the wallet may not know which payment it cancels. `value` is in pebbles.
 */
export type Meaning =
  | { readonly kind: 'payment' | 'cancellation'; readonly value: bigint; readonly toAddress: Address }
  | { readonly kind: 'some_cancellation' };

/** The meaning of a transaction of the node, or of a stored one. */
export function meaningOf(transfer: RpcTransaction | OutboxEntry, outbox: readonly OutboxItem[]): Meaning {
  if (isCancellation(transfer)) return cancellationBy(transfer.id, outbox);
  const toAddress = 'to_address' in transfer ? transfer.to_address : transfer.toAddress;
  return { kind: 'payment', value: parsePebbles(transfer.value), toAddress };
}

/** The meaning of a plan. One that pays another address is always a payment, even if stored data call it otherwise. */
export function meaningOfPlan({ body, replaces }: Transfer, outbox: readonly OutboxItem[]): Meaning {
  if (replaces === undefined || !isCancellation(body)) {
    return { kind: 'payment', value: body.value, toAddress: body.toAddress };
  }
  // Speeding up a cancellation cancels the same transfer.
  if (replaces.kind === 'speed_up') return cancellationBy(replaces.id, outbox);
  return { kind: 'cancellation', value: replaces.value, toAddress: replaces.toAddress };
}

/** The cancelled transfer is known as long as this browser stores it. */
function cancellationBy(id: TransactionId, outbox: readonly OutboxItem[]): Meaning {
  const original = findCancelled(id, outbox);
  if (original === undefined) return { kind: 'some_cancellation' };
  return { kind: 'cancellation', value: parsePebbles(original.value), toAddress: original.toAddress };
}

function findCancelled(id: TransactionId, outbox: readonly OutboxItem[]): OutboxEntry | undefined {
  const entries = outbox
    .filter(({ reconciliation }) => reconciliation.kind !== 'damaged')
    .map(({ entry }) => entry);
  const find = (wanted: string | undefined) => entries.find((entry) => entry.id === wanted);
  const cancelled = entries.find(({ replacedBy }) => replacedBy?.id === id && replacedBy.kind === 'cancel');
  if (cancelled !== undefined) return cancelled;
  let entry = find(id);
  // Follow speed-ups back to the cancellation, in at most as many steps as there are entries.
  for (let left = entries.length; left > 0 && entry?.replaces?.kind === 'speed_up'; left--)
    entry = find(entry.replaces.id);
  return entry?.replaces?.kind === 'cancel' ? find(entry.replaces.id) : undefined;
}

/** Whether a stored replacement has not reached the node, which still has the original pending. */
export function isMissing({ entry, reconciliation }: OutboxItem): boolean {
  if (reconciliation.kind !== 'replaced' || reconciliation.final || entry.state === 'rejected') return false;
  return entry.replaces !== undefined && reconciliation.by === entry.replaces.id;
}

/** A transfer in a few words: “7.00 CRN to Anna”, “Cancellation of 7.00 CRN to Anna”. */
export function MeaningText({ meaning }: { meaning: Meaning }) {
  if (meaning.kind === 'some_cancellation') return <>{t('transfer.some_cancellation')}</>;
  const { kind, value, toAddress } = meaning;
  return (
    <Rich
      k={`transfer.${kind}`}
      values={{
        amount: <Amount value={value} />,
        recipient: <AddressName address={toAddress} what={t('outbox.recipient_what')} />,
      }}
    />
  );
}
