/** Transfers that are remembered: twice what a mempool holds. */
const CAPACITY = 40_000;

/**
 * IDs of transfers that were judged by themselves already, signature included, on their way into the mempool. An ID is
 * the hash of every byte of a transfer, so that nothing of it need be judged again when it comes in a block.
 */
export class VerifiedTransfers {
  readonly #ids = new Set<string>();

  get size(): number {
    return this.#ids.size;
  }

  /** @param id 64 lowercase hex characters */
  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= CAPACITY) return;
    const [oldest] = this.#ids;
    this.#ids.delete(oldest!);
  }

  /** @param id 64 lowercase hex characters */
  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
