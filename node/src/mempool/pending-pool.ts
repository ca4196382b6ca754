import type { TransactionId, Address } from '@cairn/protocol';
import TinyQueue from 'tinyqueue';
import type { PendingTransaction } from './policy.ts';

/** Transactions added to and removed from the pool, to be written to the store. */
export interface PoolChange {
  readonly added: readonly PendingTransaction[];
  readonly removed: readonly Pick<PendingTransaction, 'id'>[];
}

/** The transaction of a sender with the highest nonce, and the one with the lowest fee in the sender's sequence. */
export interface SenderTail {
  readonly tail: PendingTransaction;
  readonly cheapest: PendingTransaction;
}

/** The heap of tails is rebuilt when it has this many outdated entries in addition to one per sender. */
const STALE_ALLOWANCE = 1_024;

/**
 * The pending transactions in memory: one contiguous sequence per sender, and an index by ID. The only way to change
 * them is to replace a sender's whole sequence, so that the indexes never disagree.
 */
export class PendingPool {
  readonly #byId = new Map<TransactionId, PendingTransaction>();
  readonly #bySender = new Map<Address, readonly PendingTransaction[]>();
  readonly #tailOf = new Map<Address, SenderTail>();
  /** Heap of every sender's tail; the one to evict first is on top. Outdated entries are removed when they reach the top. */
  #tails = new TinyQueue<SenderTail>([], compareTails);

  get size(): number {
    return this.#byId.size;
  }

  get(id: TransactionId): PendingTransaction | undefined {
    return this.#byId.get(id);
  }

  /** Ascending nonces; empty for an address without pending transactions. */
  sequenceOf(address: Address): readonly PendingTransaction[] {
    return this.#bySender.get(address) ?? [];
  }

  senders(): Address[] {
    return [...this.#bySender.keys()];
  }

  all(): PendingTransaction[] {
    return [...this.#byId.values()];
  }

  /** @param sequence ascending contiguous nonces of `address`; empty to remove the sender */
  setSequence(address: Address, sequence: readonly PendingTransaction[]): PoolChange {
    const before = this.sequenceOf(address);
    const kept = new Set(sequence.map(({ id }) => id));
    const removed = before.filter(({ id }) => !kept.has(id));
    const added = sequence.filter(({ id }) => !this.#byId.has(id));
    for (const { id } of removed) this.#byId.delete(id);
    for (const pending of added) this.#byId.set(pending.id, pending);
    if (sequence.length === 0) this.#bySender.delete(address);
    else this.#bySender.set(address, sequence);
    this.#updateTail(address, sequence);
    return { added, removed };
  }

  /**
   * The tail to evict first when the pool is full: that of the sender whose sequence contains the lowest fee; of equal fees,
   * the newest. Only tails are evicted: removing another transaction would leave a nonce gap. A transaction after the one with
   * the lowest fee cannot be confirmed before it, so that an expensive tail does not protect a cheap transaction.
   * @param spared a sender whose tail must stay, because room is needed for its next transaction
   */
  nextToEvict(spared?: string): SenderTail | undefined {
    let skipped: SenderTail | undefined;
    let top = this.#tails.peek();
    while (top !== undefined && (!this.#isCurrent(top) || senderOf(top) === spared)) {
      if (this.#isCurrent(top)) skipped = top;
      this.#tails.pop();
      top = this.#tails.peek();
    }
    if (skipped !== undefined) this.#tails.push(skipped);
    return top;
  }

  /** Removes a sender's last transaction. */
  dropTail({ tail }: SenderTail): PoolChange {
    const sender = tail.transaction.fromAddress;
    return this.setSequence(sender, this.sequenceOf(sender).slice(0, -1));
  }

  /**
   * Transactions in the order in which a block includes them: the highest fee first among the senders' next nonces; of equal
   * fees the one that waited longer. A sender's nonces stay ascending, whatever their fees.
   */
  inBlockOrder(): Iterable<PendingTransaction> {
    // Sequences are replaced, never mutated: an iteration sees those that existed when it began.
    return { [Symbol.iterator]: () => inBlockOrder([...this.#bySender.values()]) };
  }

  #isCurrent(entry: SenderTail): boolean {
    return this.#tailOf.get(senderOf(entry)) === entry;
  }

  #updateTail(address: Address, sequence: readonly PendingTransaction[]): void {
    const tail = sequence.at(-1);
    if (tail === undefined) {
      this.#tailOf.delete(address);
      return;
    }
    const cheapest = sequence.reduce((least, one) => (compareForEviction(one, least) < 0 ? one : least));
    const entry = { tail, cheapest };
    this.#tailOf.set(address, entry);
    if (this.#tails.length <= 2 * this.#tailOf.size + STALE_ALLOWANCE) this.#tails.push(entry);
    else this.#tails = new TinyQueue([...this.#tailOf.values()], compareTails);
  }
}

function senderOf({ tail }: SenderTail): Address {
  return tail.transaction.fromAddress;
}

function compareTails(a: SenderTail, b: SenderTail): number {
  return compareForEviction(a.cheapest, b.cheapest);
}

/**
 * The transactions of all sequences in the order that `PendingPool.inBlockOrder` describes.
 * @param sequences one contiguous ascending sequence per sender
 */
export function* inBlockOrder(
  sequences: Iterable<readonly PendingTransaction[]>,
): Generator<PendingTransaction, undefined> {
  const heads = [...sequences].filter(({ length }) => length > 0).map((sequence) => ({ sequence, index: 0 }));
  const queue = new TinyQueue(heads, (a, b) => compareByFee(a.sequence[a.index]!, b.sequence[b.index]!));
  for (let head = queue.pop(); head !== undefined; head = queue.pop()) {
    const { sequence, index } = head;
    yield sequence[index]!;
    if (index + 1 < sequence.length) queue.push({ sequence, index: index + 1 });
  }
}

/** Negative if `a` goes first: the higher fee, then the one that waited longer. */
function compareByFee(a: PendingTransaction, b: PendingTransaction): number {
  if (a.transaction.fee !== b.transaction.fee) return a.transaction.fee > b.transaction.fee ? -1 : 1;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt - b.receivedAt;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Negative if `a` is evicted first: exactly the order of a block, reversed. */
function compareForEviction(a: PendingTransaction, b: PendingTransaction): number {
  return compareByFee(b, a);
}
