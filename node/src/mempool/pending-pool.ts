import type { PendingTransaction } from './mempool-types.ts';

/** What a change of the pool put in and took out; the store follows it. */
export interface PoolChange {
  readonly added: readonly PendingTransaction[];
  readonly removed: readonly Pick<PendingTransaction, 'id'>[];
}

/**
 * The pending transactions in memory: one contiguous sequence a sender, each also found by its ID. Replacing a sender's
 * whole sequence is the only way to change it, so that the two views never disagree.
 */
export class PendingPool {
  readonly #byId = new Map<string, PendingTransaction>();
  readonly #bySender = new Map<string, readonly PendingTransaction[]>();

  get size(): number {
    return this.#byId.size;
  }

  /** Number of addresses that have pending transactions. */
  get senderCount(): number {
    return this.#bySender.size;
  }

  get(id: string): PendingTransaction | undefined {
    return this.#byId.get(id);
  }

  /** Ascending nonces; empty for an address without pending transactions. */
  sequenceOf(address: string): readonly PendingTransaction[] {
    return this.#bySender.get(address) ?? [];
  }

  /** Newest nonce of the sender. */
  tailOf(address: string): PendingTransaction | undefined {
    return this.sequenceOf(address).at(-1);
  }

  senders(): string[] {
    return [...this.#bySender.keys()];
  }

  sequences(): Iterable<readonly PendingTransaction[]> {
    return this.#bySender.values();
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
    return { added, removed };
  }
}
