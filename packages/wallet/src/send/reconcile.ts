import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * State of a kept transaction by the node's account state and history.
 *
 * - `pending` / `confirmed`: the node has it;
 * - `replaced`: another transaction of the same sender has its nonce; `final` while a block holds that one;
 * - `absent`: the node does not have it and its nonce is still free: the same bytes can be sent (again);
 * - `unknown`: the part of the history that was read does not show it.
 */
export type Reconciliation =
  | { readonly kind: 'pending' }
  | { readonly kind: 'confirmed'; readonly blockHeight: number }
  | { readonly kind: 'replaced'; readonly by: string; readonly final: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/**
 * Finds a kept transaction by its ID, else by sender and nonce. `items` are the account's history as far as it was
 * read, from the newest on, pending ones included; `account` was read at about the same time.
 */
export function reconcile(
  entry: Pick<OutboxEntry, 'id' | 'nonce' | 'fromAddress' | 'replacedBy'>,
  account: RpcAccount,
  items: readonly RpcTransaction[],
): Reconciliation {
  const same = items.find((item) => item.id === entry.id);
  if (same !== undefined) {
    const { block_height: blockHeight } = same;
    return blockHeight === null ? { kind: 'pending' } : { kind: 'confirmed', blockHeight };
  }
  const rival = findRival(entry, items);
  if (rival !== undefined) return { kind: 'replaced', by: rival.id, final: rival.status === 'confirmed' };
  // It was seen before, in a part of the history that is not at hand now; a nonce that is free again contradicts that.
  if (entry.replacedBy !== undefined && entry.nonce <= account.nonce)
    return { kind: 'replaced', by: entry.replacedBy.id, final: true };
  // The nonce is used up in a block that was not read yet, or taken by a pending one that was not: more pages tell.
  if (entry.nonce <= account.nonce || !account.mempool_available) return { kind: 'unknown' };
  return entry.nonce < account.next_nonce ? { kind: 'unknown' } : { kind: 'absent' };
}

function findRival(
  { id, nonce, fromAddress }: Pick<OutboxEntry, 'id' | 'nonce' | 'fromAddress'>,
  items: readonly RpcTransaction[],
): RpcTransaction | undefined {
  const rivals = items.filter(
    (item) => item.from_address === fromAddress && item.nonce === nonce && item.id !== id,
  );
  return rivals.find((item) => item.status === 'confirmed') ?? rivals[0];
}
