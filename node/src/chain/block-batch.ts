import type { AccountLookup, AccountState, Address } from '@cairn/protocol';
import type { ValidatedBlock } from './block-validation.ts';

/** Consecutive validated blocks on top of a stored chain that are not written yet. */
export class BlockBatch {
  readonly #limits: { readonly blocks: number; readonly bytes: number };
  readonly #blocks: ValidatedBlock[] = [];
  /** As of the newest block. */
  readonly #accounts = new Map<Address, AccountState>();
  #bytes = 0;

  /** @param limits it is full with the block that reaches one of these */
  constructor(limits: { readonly blocks: number; readonly bytes: number }) {
    this.#limits = limits;
  }

  /** Lowest first. */
  get blocks(): readonly ValidatedBlock[] {
    return this.#blocks;
  }

  get newest(): ValidatedBlock | undefined {
    return this.#blocks.at(-1);
  }

  get isFull(): boolean {
    return this.#blocks.length >= this.#limits.blocks || this.#bytes >= this.#limits.bytes;
  }

  add(block: ValidatedBlock): void {
    this.#blocks.push(block);
    this.#bytes += block.raw.length;
    for (const [address, state] of block.accounts.after) this.#accounts.set(address, state);
  }

  /** The account on top of these blocks. @param stored looks it up below them */
  account(address: Address, stored: AccountLookup): AccountState | undefined {
    return this.#accounts.get(address) ?? stored(address);
  }
}
