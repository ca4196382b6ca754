/** Transfers of a generation: what a mempool holds. Two generations are remembered. */
const CAPACITY = 20_000;

/**
 * IDs of transfers that were judged by themselves already, signature included, on their way into the mempool. An ID is
 * the hash of every byte of a transfer, so that nothing of it need be judged again when it comes in a block.
 */
export class VerifiedTransfers {
  #newer = new Set<string>();
  #older: ReadonlySet<string> = new Set();

  get size(): number {
    return this.#newer.size + this.#older.size;
  }

  /** @param id 64 lowercase hex characters */
  add(id: string): void {
    if (this.#newer.size === CAPACITY) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(id);
  }

  /** @param id 64 lowercase hex characters */
  has(id: string): boolean {
    return this.#newer.has(id) || this.#older.has(id);
  }
}
