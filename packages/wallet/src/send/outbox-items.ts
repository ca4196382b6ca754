import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import type { OutboxStorage } from '../storage/wallet-storage.ts';
import { isIntact } from './intact-entry.ts';
import { movesNothing, type OutboxEntry } from './outbox-entry.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';
import type { ReplacementKind } from './replacement-target.ts';

/** An entry and what the node says of it; `damaged` where the kept bytes are not what the entry says. */
export interface OutboxItem {
  readonly entry: OutboxEntry;
  readonly reconciliation: Reconciliation | { readonly kind: 'damaged' };
}

/** What is kept, where no node was asked: its fate is not known. */
export function listOutbox(entries: readonly OutboxEntry[]): OutboxItem[] {
  return entries.map((entry) => ({ entry, reconciliation: judge(entry, () => ({ kind: 'unknown' })) }));
}

/** A damaged entry's own words say nothing: it is compared with no answer. */
function judge(entry: OutboxEntry, ask: () => Reconciliation): OutboxItem['reconciliation'] {
  return isIntact(entry) ? ask() : { kind: 'damaged' };
}

/**
 * Compares every kept transaction of one sender with what the node says, lets go of those that are confirmed, and gives
 * the rest. One that was replaced for good stays, so that its owner is told. Nothing is sent.
 */
export async function reconcileOutbox(input: {
  outbox: OutboxStorage;
  entries: readonly OutboxEntry[];
  account: RpcAccount;
  items: readonly RpcTransaction[];
}): Promise<OutboxItem[]> {
  const { outbox, entries, account, items } = input;
  const open: OutboxItem[] = [];
  for (const entry of entries) {
    const reconciliation = judge(entry, () => reconcile(entry, account, items));
    const settled = settle(entry, reconciliation, entries);
    if (settled === undefined) await outbox.remove(entry.id);
    else if (settled !== entry) await outbox.put(settled);
    if (settled !== undefined) open.push({ entry: settled, reconciliation });
  }
  return open;
}

/** The entry as it is after what the node says; `undefined` when there is nothing left to remember. */
function settle(
  entry: OutboxEntry,
  reconciliation: OutboxItem['reconciliation'],
  entries: readonly OutboxEntry[],
): OutboxEntry | undefined {
  const { kind } = reconciliation;
  if (kind === 'confirmed') return undefined;
  const { problem: _settled, ...rest } = entry;
  if (kind === 'pending' && entry.state !== 'accepted') return { ...rest, state: 'accepted' };
  if (kind !== 'replaced' || !reconciliation.final || entry.state === 'replaced') return entry;
  const rival = entries.find(({ id }) => id === reconciliation.by);
  const why = whyReplaced(entry, rival);
  return { ...rest, state: 'replaced', replacedBy: { id: reconciliation.by, kind: why } };
}

/** A cancellation that was sped up took the transfer back all the same. */
function whyReplaced(entry: OutboxEntry, rival: OutboxEntry | undefined): ReplacementKind | 'other' {
  if (rival?.replaces === undefined) return 'other';
  return movesNothing(rival) && !movesNothing(entry) ? 'cancel' : rival.replaces.kind;
}

/**
 * True for a kept transaction that its owner should decide about (send the same bytes again, or let it go) before
 * another one is signed: the node does not have it, or nobody knows, or it is damaged.
 */
export function needsDecision({ entry, reconciliation }: OutboxItem): boolean {
  if (reconciliation.kind === 'damaged') return true;
  if (entry.state === 'replaced') return false;
  if (reconciliation.kind === 'pending' || reconciliation.kind === 'replaced') return false;
  return reconciliation.kind === 'absent' || entry.state !== 'accepted';
}

/** True for a kept transaction that can never be carried out any more, because a block holds another one in its place. */
export function isReplacedForGood({ entry, reconciliation }: OutboxItem): boolean {
  return entry.state === 'replaced' && reconciliation.kind !== 'damaged';
}
