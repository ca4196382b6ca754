import type { TransactionId, Address } from '@cairn/protocol';
import TinyQueue from 'tinyqueue';
import type { PendingTransaction } from './mempool-types.ts';

/** Transactions added to and removed from the pool; the store follows. */
export interface PoolChange {
  readonly added: readonly PendingTransaction[];
  readonly removed: readonly Pick<PendingTransaction, 'id'>[];
}

/** The newest transaction of a sender, and the one of its sequence that pays least. */
export interface SenderTail {
  readonly tail: PendingTransaction;
  readonly worst: PendingTransaction;
}

/** Outdated entries that the heap of tails may hold, beside one for each sender, before it is built again. */
const STALE_ALLOWANCE = 1_024;

/**
 * The pending transactions in memory: one contiguous sequence a sender, each also found by its ID. Replacing a sender's
 * whole sequence is the only way to change it, so that the views never disagree.
 */
export class PendingPool {
  readonly #byId = new Map<TransactionId, PendingTransaction>();
  readonly #bySender = new Map<Address, readonly PendingTransaction[]>();
  readonly #tailOf = new Map<Address, SenderTail>();
  /** Every sender's tail, the first to evict on top. Outdated entries leave when they reach the top. */
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

  /** @param sequence ascending contiguous nonces of `address`; empty takes the sender out */
  setSequence(address: Address, sequence: readonly PendingTransaction[]): PoolChange {
    const before = this.sequenceOf(address);
    const kept = new Set(sequence.map(({ id }) => id));
    const removed = before.filter(({ id }) => !kept.has(id));
    const added = sequence.filter(({ id }) => !this.#byId.has(id));
    for (const { id } of removed) this.#byId.delete(id);
    for (const pending of added) this.#byId.set(pending.id, pending);
    if (sequence.length === 0) this.#bySender.delete(address);
    else this.#bySender.set(address, sequence);
    this.#noteTail(address, sequence);
    return { added, removed };
  }

  /**
   * The tail that leaves first when the pool is full: of the sender whose sequence holds the lowest fee, of equal fees the
   * newest. Only a tail may leave, or its sender's later nonces would have a gap before them; and what is behind the lowest
   * fee is confirmed after it, whatever it pays, so an expensive tail protects no cheap transaction.
   * @param spared a sender whose tail may not leave, because its next transaction is the one that asks for room
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

  /**
   * Transactions in the order that a block takes them: the highest fee first among the senders' next nonces; of equal fees
   * the one that waited longer. A sender's nonces stay ascending, whatever their fees.
   */
  inBlockOrder(): Iterable<PendingTransaction> {
    // Sequences are replaced and never changed: an iteration goes on with those of its beginning.
    return { [Symbol.iterator]: () => inBlockOrder([...this.#bySender.values()]) };
  }

  #isCurrent(entry: SenderTail): boolean {
    return this.#tailOf.get(senderOf(entry)) === entry;
  }

  #noteTail(address: Address, sequence: readonly PendingTransaction[]): void {
    const tail = sequence.at(-1);
    if (tail === undefined) {
      this.#tailOf.delete(address);
      return;
    }
    const worst = sequence.reduce((least, one) => (compareForEviction(one, least) < 0 ? one : least));
    const entry = { tail, worst };
    this.#tailOf.set(address, entry);
    if (this.#tails.length <= 2 * this.#tailOf.size + STALE_ALLOWANCE) this.#tails.push(entry);
    else this.#tails = new TinyQueue([...this.#tailOf.values()], compareTails);
  }
}

function senderOf({ tail }: SenderTail): Address {
  return tail.transaction.fromAddress;
}

function compareTails(a: SenderTail, b: SenderTail): number {
  return compareForEviction(a.worst, b.worst);
}

/**
 * See `PendingPool.inBlockOrder`.
 * @param sequences one contiguous ascending sequence a sender
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
