import type { Accounts } from '../storage/core-index.ts';
import { AccountOverlay } from './account-overlay.ts';
import type { ValidatedBlock } from './block-validation.ts';

/** Consecutive validated blocks on top of a stored chain that are not written yet. */
export class BlockBatch {
  /** Lowest first. */
  readonly blocks: ValidatedBlock[] = [];
  /** The accounts on top of these blocks. */
  readonly accounts: AccountOverlay;
  readonly #limits: { readonly blocks: number; readonly bytes: number };
  #bytes = 0;

  /** @param below the accounts below the batch @param limits it is full with the block that reaches one of these */
  constructor(below: Accounts, limits: { readonly blocks: number; readonly bytes: number }) {
    this.accounts = new AccountOverlay(below);
    this.#limits = limits;
  }

  get newest(): ValidatedBlock | undefined {
    return this.blocks.at(-1);
  }

  get isFull(): boolean {
    return this.blocks.length >= this.#limits.blocks || this.#bytes >= this.#limits.bytes;
  }

  add(block: ValidatedBlock): void {
    this.blocks.push(block);
    this.#bytes += block.raw.length;
    this.accounts.add(block.accounts.after, block);
  }
}
