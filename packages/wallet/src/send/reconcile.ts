import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import { depthOf, isIntact, SETTLED_DEPTH, type OutboxEntry, type OutboxStorage } from './outbox.ts';
import { isCancellation, type ReplacementKind } from './send-plan.ts';

/**
 * State of a stored transaction according to the node's account state and history.
 *
 * - `pending` / `confirmed`: the node has it;
 * - `replaced`: another transaction of the same sender has its nonce; `final` while that one is in a block;
 * - `absent`: the node does not have it, and its nonce is still free: the same bytes can be sent again;
 * - `unknown`: the loaded history does not show it.
 */
export type Reconciliation =
  | { readonly kind: 'pending' }
  | { readonly kind: 'confirmed'; readonly blockHeight: number }
  | { readonly kind: 'replaced'; readonly by: string; readonly final: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/**
 * Finds a stored transaction by its ID, else by sender and nonce. `items` is the account's loaded history, newest
 * first, pending transactions included; `account` was read at about the same time.
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
  // The replacement was seen in older history, which is not loaded now. It is undone if the nonce is free again.
  if (entry.replacedBy !== undefined && entry.nonce <= account.nonce)
    return { kind: 'replaced', by: entry.replacedBy.id, final: true };
  // A transaction on a page that is not loaded, confirmed or pending, has this nonce.
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

/** An entry and its state according to the node; `damaged` if the stored bytes do not match the entry. */
export interface OutboxItem {
  readonly entry: OutboxEntry;
  readonly reconciliation: Reconciliation | { readonly kind: 'damaged' };
}

/** The stored entries while there is no answer of a node: their state is `unknown` or `damaged`. */
export function listOutbox(entries: readonly OutboxEntry[]): OutboxItem[] {
  return entries.map((entry) => ({
    entry,
    reconciliation: reconciliationOf(entry, () => ({ kind: 'unknown' })),
  }));
}

/** A damaged entry is not compared with the node's answer, because its fields cannot be trusted. */
function reconciliationOf(entry: OutboxEntry, compare: () => Reconciliation): OutboxItem['reconciliation'] {
  return isIntact(entry) ? compare() : { kind: 'damaged' };
}

/**
 * Compares every stored transaction of one sender with the node's answers, removes the settled ones (confirmed, and
 * `SETTLED_DEPTH` blocks deep), and returns the rest. A transaction that a confirmed one replaced stays, so that the
 * owner sees it. Undoes confirmations and replacements that a reorganization removed. Sends nothing.
 * @param input.tip height of the node's newest block
 */
export async function reconcileOutbox(input: {
  outbox: OutboxStorage;
  entries: readonly OutboxEntry[];
  account: RpcAccount;
  items: readonly RpcTransaction[];
  tip: number;
}): Promise<OutboxItem[]> {
  const { outbox, entries, account, items, tip } = input;
  const open: OutboxItem[] = [];
  for (const entry of entries) {
    const reconciliation = reconciliationOf(entry, () => reconcile(entry, account, items));
    const settled = settle(entry, reconciliation, { entries, tip });
    if (settled === undefined) await outbox.remove(entry.id);
    else if (settled !== entry) await outbox.put(settled);
    if (settled !== undefined) open.push({ entry: settled, reconciliation });
  }
  return open;
}

/** The entry, updated with the node's answer; `undefined` if it is settled. */
function settle(
  entry: OutboxEntry,
  reconciliation: OutboxItem['reconciliation'],
  { entries, tip }: { entries: readonly OutboxEntry[]; tip: number },
): OutboxEntry | undefined {
  switch (reconciliation.kind) {
    case 'confirmed':
      return settleConfirmed(entry, reconciliation.blockHeight, tip);
    case 'replaced':
      if (entry.state === 'rejected') return entry;
      return reconciliation.final ? settleReplaced(entry, reconciliation.by, entries) : reopen(entry);
    case 'pending':
      return settlePending(entry);
    case 'absent':
      return reopen(entry);
    default:
      return entry;
  }
}

function settlePending(entry: OutboxEntry): OutboxEntry {
  if (entry.state === 'accepted') return entry;
  const { problem: _settled, ...rest } = reopen(entry);
  return { ...rest, state: 'accepted' };
}

function settleConfirmed(entry: OutboxEntry, blockHeight: number, tip: number): OutboxEntry | undefined {
  if (depthOf(blockHeight, tip) >= SETTLED_DEPTH) return undefined;
  if (entry.state === 'confirmed' && entry.blockHeight === blockHeight) return entry;
  return { ...withoutOutcome(entry), state: 'confirmed', blockHeight };
}

function settleReplaced(entry: OutboxEntry, by: string, entries: readonly OutboxEntry[]): OutboxEntry {
  if (entry.state === 'replaced' && entry.replacedBy?.id === by) return entry;
  const kind = replacementKindOf(
    entry,
    entries.find(({ id }) => id === by),
  );
  return { ...withoutOutcome(entry), state: 'replaced', replacedBy: { id: by, kind } };
}

/**
 * The entry as `accepted`, if a reorganization removed the block that confirmed or replaced it; otherwise unchanged.
 */
function reopen(entry: OutboxEntry): OutboxEntry {
  const { state, blockHeight } = entry;
  if (state === 'confirmed') {
    return {
      ...withoutOutcome(entry),
      state: 'accepted',
      ...(blockHeight !== undefined && { leftBlock: blockHeight }),
    };
  }
  if (state === 'replaced') return { ...withoutOutcome(entry), state: 'accepted' };
  return entry;
}

/** The entry without the fields about its last answer, its block and its replacement. */
function withoutOutcome(entry: OutboxEntry): OutboxEntry {
  const { problem: _problem, blockHeight: _height, leftBlock: _left, replacedBy: _rival, ...rest } = entry;
  return rest;
}

/** A cancellation that was sped up still counts as a cancellation. */
function replacementKindOf(entry: OutboxEntry, rival: OutboxEntry | undefined): ReplacementKind | 'other' {
  if (rival?.replaces === undefined) return 'other';
  return isCancellation(rival) && !isCancellation(entry) ? 'cancel' : rival.replaces.kind;
}

/**
 * True for a stored transaction that its owner must send again or discard before signing another one: the node does not
 * have it, it is not known whether the node has it, or it is damaged. False for an intact entry that is exported, replaced
 * or rejected.
 */
export function needsDecision({ entry, reconciliation }: OutboxItem): boolean {
  if (reconciliation.kind === 'damaged') return true;
  if (['replaced', 'exported', 'rejected'].includes(entry.state)) return false;
  if (reconciliation.kind === 'pending' || reconciliation.kind === 'replaced') return false;
  return reconciliation.kind === 'absent' || !['accepted', 'confirmed'].includes(entry.state);
}

/** True for a stored transaction that can no longer be mined, because a block contains another one with its nonce. */
export function isReplacedForGood({ entry, reconciliation }: OutboxItem): boolean {
  return entry.state === 'replaced' && reconciliation.kind !== 'damaged';
}

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
