import TinyQueue from 'tinyqueue';
import type { PendingTransaction } from './mempool-types.ts';

/** What a change of the pool put in and took out; the store follows it. */
export interface PoolChange {
  readonly added: readonly PendingTransaction[];
  readonly removed: readonly Pick<PendingTransaction, 'id'>[];
}

/** Outdated entries that the heap of tails may hold, beside one for each sender, before it is built again. */
const STALE_ALLOWANCE = 1_024;

/**
 * The pending transactions in memory: one contiguous sequence a sender, each also found by its ID. Replacing a sender's
 * whole sequence is the only way to change it, so that the views never disagree.
 */
export class PendingPool {
  readonly #byId = new Map<string, PendingTransaction>();
  readonly #bySender = new Map<string, readonly PendingTransaction[]>();
  /** Every sender's newest transaction, the first to evict on top. Outdated entries leave when they reach the top. */
  #tails = new TinyQueue<PendingTransaction>([], compareForEviction);

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): PendingTransaction | undefined {
    return this.#byId.get(id);
  }

  /** Ascending nonces; empty for an address without pending transactions. */
  sequenceOf(address: string): readonly PendingTransaction[] {
    return this.#bySender.get(address) ?? [];
  }

  senders(): string[] {
    return [...this.#bySender.keys()];
  }

  all(): PendingTransaction[] {
    return [...this.#byId.values()];
  }

  /** @param sequence ascending contiguous nonces of `address`; empty takes the sender out */
  setSequence(address: string, sequence: readonly PendingTransaction[]): PoolChange {
    const before = this.sequenceOf(address);
    const kept = new Set(sequence.map(({ id }) => id));
    const removed = before.filter(({ id }) => !kept.has(id));
    const added = sequence.filter(({ id }) => !this.#byId.has(id));
    for (const { id } of removed) this.#byId.delete(id);
    for (const pending of added) this.#byId.set(pending.id, pending);
    if (sequence.length === 0) this.#bySender.delete(address);
    else this.#bySender.set(address, sequence);
    this.#noteTail(sequence.at(-1));
    return { added, removed };
  }

  /**
   * The sender tail with the lowest fee, which leaves first when the pool is full; of equal fees the newest. Only a tail
   * may leave, or its sender's later nonces would have a gap before them.
   * @param spared a sender whose tail may not leave, because its next transaction is the one that asks for room
   */
  lowestTail(spared?: string): PendingTransaction | undefined {
    let skipped: PendingTransaction | undefined;
    let top = this.#tails.peek();
    while (top !== undefined && (!this.#isTail(top) || top.transaction.fromAddress === spared)) {
      if (this.#isTail(top)) skipped = top;
      this.#tails.pop();
      top = this.#tails.peek();
    }
    if (skipped !== undefined) this.#tails.push(skipped);
    return top;
  }

  /**
   * Transactions in the order that a block takes them: the highest fee first among the senders' next nonces; of equal fees
   * the one that waited longer. A sender's nonces stay ascending, whatever their fees.
   */
  selectByFee(maximum: number): PendingTransaction[] {
    return selectByFee(this.#bySender.values(), maximum);
  }

  #isTail(pending: PendingTransaction): boolean {
    return this.sequenceOf(pending.transaction.fromAddress).at(-1) === pending;
  }

  #noteTail(tail: PendingTransaction | undefined): void {
    if (this.#tails.length > 2 * this.#bySender.size + STALE_ALLOWANCE) {
      const tails = [...this.#bySender.values()].map((sequence) => sequence.at(-1)!);
      this.#tails = new TinyQueue(tails, compareForEviction);
    } else if (tail !== undefined) {
      this.#tails.push(tail);
    }
  }
}

/**
 * See `PendingPool.selectByFee`.
 * @param sequences one contiguous ascending sequence a sender
 * @param maximum how many to take at most
 */
export function selectByFee(
  sequences: Iterable<readonly PendingTransaction[]>,
  maximum: number,
): PendingTransaction[] {
  const heads = [...sequences].filter(({ length }) => length > 0).map((sequence) => ({ sequence, index: 0 }));
  const queue = new TinyQueue(heads, (a, b) => compareByFee(a.sequence[a.index]!, b.sequence[b.index]!));
  const selected: PendingTransaction[] = [];
  while (selected.length < maximum) {
    const head = queue.pop();
    if (head === undefined) break;
    const { sequence, index } = head;
    selected.push(sequence[index]!);
    if (index + 1 < sequence.length) queue.push({ sequence, index: index + 1 });
  }
  return selected;
}

/** Negative when `a` goes first: the higher fee, then the one that waited longer. */
function compareByFee(a: PendingTransaction, b: PendingTransaction): number {
  if (a.transaction.fee !== b.transaction.fee) return a.transaction.fee > b.transaction.fee ? -1 : 1;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt - b.receivedAt;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Negative when `a` leaves first: exactly the order of a block, reversed. */
function compareForEviction(a: PendingTransaction, b: PendingTransaction): number {
  return compareByFee(b, a);
}
