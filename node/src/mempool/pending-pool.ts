import type { TransactionId, Address } from '@cairn/protocol';
import type { PendingTransaction } from './policy.ts';

/** Called for every transaction that is added, and with `undefined` for one that is removed. */
type ChangeListener = (id: TransactionId, pending: PendingTransaction | undefined) => void;

/** The pending transactions of one sender: ascending contiguous nonces. It is replaced as a whole, never changed. */
export type Sequence = readonly PendingTransaction[];

/**
 * The pending transactions in memory: one contiguous sequence per sender, and an index by ID. The only way to change
 * them is to replace a sender's whole sequence, so that the indexes never disagree.
 */
export class PendingPool {
  readonly #byId = new Map<TransactionId, PendingTransaction>();
  readonly #bySender = new Map<Address, Sequence>();
  readonly #onChange: ChangeListener;

  constructor(onChange: ChangeListener) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: TransactionId): PendingTransaction | undefined {
    return this.#byId.get(id);
  }

  /** Ascending nonces; empty for an address without pending transactions. */
  sequenceOf(address: Address): Sequence {
    return this.#bySender.get(address) ?? [];
  }

  senders(): Address[] {
    return [...this.#bySender.keys()];
  }

  all(): PendingTransaction[] {
    return [...this.#byId.values()];
  }

  /** @param sequence ascending contiguous nonces of `address`; empty to remove the sender */
  setSequence(address: Address, sequence: Sequence): void {
    const kept = new Set(sequence.map(({ id }) => id));
    for (const { id } of this.sequenceOf(address)) {
      if (kept.has(id)) continue;
      this.#byId.delete(id);
      this.#onChange(id, undefined);
    }
    for (const pending of sequence) {
      if (this.#byId.has(pending.id)) continue;
      this.#byId.set(pending.id, pending);
      this.#onChange(pending.id, pending);
    }
    if (sequence.length === 0) this.#bySender.delete(address);
    else this.#bySender.set(address, sequence);
  }

  /**
   * The sequence whose last transaction is evicted first when the pool is full: the one that contains the lowest fee; of equal
   * fees, the newest. Only last transactions are evicted: removing another would leave a nonce gap. A transaction after the one
   * with the lowest fee cannot be confirmed before it, so that an expensive last one does not protect a cheap one.
   * @param spared a sender whose sequence must stay, because room is needed for its next transaction
   */
  nextToEvict(spared?: Address): Sequence | undefined {
    let next: Sequence | undefined;
    let cheapest: PendingTransaction | undefined;
    for (const [sender, sequence] of this.#bySender) {
      if (sender === spared) continue;
      const own = cheapestOf(sequence);
      if (cheapest === undefined || compareByFee(own, cheapest) > 0) [next, cheapest] = [sequence, own];
    }
    return next;
  }

  /** Evicts until at most `limit` transactions are left, in the order of `nextToEvict`: those that a block includes last. */
  trim(limit: number): void {
    if (this.size <= limit) return;
    for (const pending of this.inBlockOrder().slice(limit).reverse())
      this.removeLast(pending.transaction.fromAddress);
  }

  /** Removes the last transaction of a sender. */
  removeLast(address: Address): void {
    this.setSequence(address, this.sequenceOf(address).slice(0, -1));
  }

  /**
   * Transactions in the order in which a block includes them: the highest fee first among the senders' next nonces; of equal
   * fees the one that waited longer. A sender's nonces stay ascending, whatever their fees.
   */
  inBlockOrder(): PendingTransaction[] {
    return inBlockOrder(this.#bySender.values());
  }
}

/** The transaction of a sequence that a block would include last, were it alone. */
export function cheapestOf(sequence: Sequence): PendingTransaction {
  return sequence.reduce((least, one) => (compareByFee(one, least) > 0 ? one : least));
}

/**
 * The transactions of all sequences in the order that `PendingPool.inBlockOrder` describes: by the cheapest transaction up to
 * each one in its sequence, which a block has to include first.
 * @param sequences one contiguous ascending sequence per sender
 */
export function inBlockOrder(sequences: Iterable<Sequence>): PendingTransaction[] {
  const ranked: { readonly pending: PendingTransaction; readonly cheapest: PendingTransaction }[] = [];
  for (const sequence of sequences) {
    let cheapest = sequence[0]!;
    for (const pending of sequence) {
      if (compareByFee(pending, cheapest) > 0) cheapest = pending;
      ranked.push({ pending, cheapest });
    }
  }
  // The sort is stable: a sender's nonces stay ascending.
  return ranked.sort((a, b) => compareByFee(a.cheapest, b.cheapest)).map(({ pending }) => pending);
}

/** Negative if `a` goes first: the higher fee, then the one that waited longer. */
function compareByFee(a: PendingTransaction, b: PendingTransaction): number {
  if (a.transaction.fee !== b.transaction.fee) return a.transaction.fee > b.transaction.fee ? -1 : 1;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt - b.receivedAt;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
