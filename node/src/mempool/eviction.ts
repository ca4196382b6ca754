import type { PendingTransaction } from './mempool-types.ts';
import type { PendingPool } from './pending-pool.ts';
import { PriorityQueue } from './priority-queue.ts';

/** Entries that are no tail any more may make up this many of the queue before it is built anew. */
const STALE_ALLOWANCE = 1_024;

/**
 * Finds the sender tail with the lowest fee: the transaction that leaves first when the pool is full. Only a tail may
 * leave, or its sender's later nonces would hang in the air. Of equal fees the newest leaves first.
 */
export class EvictionOrder {
  readonly #pool: PendingPool;
  readonly #tails = new PriorityQueue<PendingTransaction>(leavesBefore);

  constructor(pool: PendingPool) {
    this.#pool = pool;
  }

  /** Must follow every change of a sender's sequence. */
  noteTail(address: string): void {
    if (this.#tails.size > 2 * this.#pool.senderCount + STALE_ALLOWANCE) return this.#rebuild();
    const tail = this.#pool.tailOf(address);
    if (tail !== undefined) this.#tails.push(tail);
  }

  /** @param spared a sender whose tail may not leave, because its next transaction is the one that asks for room */
  lowestTail(spared?: string): PendingTransaction | undefined {
    const first = this.#currentTop();
    if (first === undefined || first.transaction.fromAddress !== spared) return first;
    this.#tails.pop();
    const second = this.#nextOfAnother(spared);
    this.#tails.push(first);
    return second;
  }

  #nextOfAnother(spared: string): PendingTransaction | undefined {
    let top = this.#currentTop();
    while (top !== undefined && top.transaction.fromAddress === spared) {
      this.#tails.pop(); // the same tail, noted twice
      top = this.#currentTop();
    }
    return top;
  }

  /** The top after the entries that are no tail any more are gone. */
  #currentTop(): PendingTransaction | undefined {
    for (;;) {
      const top = this.#tails.peek();
      if (top === undefined || this.#pool.tailOf(top.transaction.fromAddress) === top) return top;
      this.#tails.pop();
    }
  }

  #rebuild(): void {
    this.#tails.clear();
    for (const sequence of this.#pool.sequences()) this.#tails.push(sequence.at(-1)!);
  }
}

function leavesBefore(a: PendingTransaction, b: PendingTransaction): boolean {
  if (a.transaction.fee !== b.transaction.fee) return a.transaction.fee < b.transaction.fee;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt > b.receivedAt;
  return a.id > b.id;
}
