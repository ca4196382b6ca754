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
   * The transaction with the lowest fee; of equal fees, the newest. When the pool is full, its sender's last one is evicted: removing
   * another would leave a nonce gap, and what follows the one with the lowest fee cannot be confirmed before it, so that an expensive
   * last one does not protect a cheap one.
   * @param spared a sender whose sequence must stay, because room is needed for its next transaction
   */
  cheapest(spared?: Address): PendingTransaction | undefined {
    let cheapest: PendingTransaction | undefined;
    for (const pending of this.#byId.values()) {
      if (pending.transaction.fromAddress === spared) continue;
      if (cheapest === undefined || compareByFee(pending, cheapest) > 0) cheapest = pending;
    }
    return cheapest;
  }

  /** Evicts until at most `limit` transactions are left: those that a block includes last. */
  trim(limit: number): void {
    if (this.size <= limit) return;
    for (const pending of this.inBlockOrder().slice(limit)) this.removeLast(pending.transaction.fromAddress);
  }

  /** Removes the last transaction of a sender. */
  removeLast(address: Address): void {
    this.setSequence(address, this.sequenceOf(address).slice(0, -1));
  }

  /**
   * Transactions in the order in which a block includes them: the highest fee first among the senders' next nonces; of equal
   * fees the one that waited longer. A sender's nonces stay ascending, whatever their fees: each ranks by the cheapest transaction up
   * to it in its sequence, which a block has to include first.
   */
  inBlockOrder(): PendingTransaction[] {
    const ranked: { readonly pending: PendingTransaction; readonly cheapest: PendingTransaction }[] = [];
    for (const sequence of this.#bySender.values()) {
      let cheapest = sequence[0]!;
      for (const pending of sequence) {
        if (compareByFee(pending, cheapest) > 0) cheapest = pending;
        ranked.push({ pending, cheapest });
      }
    }
    // The sort is stable: a sender's nonces stay ascending.
    return ranked.sort((a, b) => compareByFee(a.cheapest, b.cheapest)).map(({ pending }) => pending);
  }
}

/** Negative if `a` goes first: the higher fee, then the one that waited longer. */
function compareByFee(a: PendingTransaction, b: PendingTransaction): number {
  if (a.transaction.fee !== b.transaction.fee) return a.transaction.fee > b.transaction.fee ? -1 : 1;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt - b.receivedAt;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
