import type { AccountState } from '@cairn/protocol';
import type { ChainTip } from './chain-reader.ts';
import type { ValidatedBlock } from './validated-block.ts';

/**
 * Blocks above the tip that are validated and wait for their commit, lowest first: what the next one is validated on
 * top of while they are still being written.
 */
export class Prospects {
  #blocks: ValidatedBlock[] = [];
  #losses = 0;
  #lossCause: unknown;

  get size(): number {
    return this.#blocks.length;
  }

  /** How often blocks were given up: what was validated on top of those has no meaning. */
  get losses(): number {
    return this.#losses;
  }

  /** Why blocks were last given up. */
  get lossCause(): unknown {
    return this.#lossCause;
  }

  add(block: ValidatedBlock): void {
    this.#blocks.push(block);
  }

  /** The block stands in every store now. */
  remove(block: ValidatedBlock): void {
    this.#blocks = this.#blocks.filter((other) => other !== block);
  }

  /** The lowest of them cannot be committed: neither can those that build on it. */
  giveUp(cause: unknown): void {
    this.#blocks = [];
    this.#losses += 1;
    this.#lossCause = cause;
  }

  at(height: number): ValidatedBlock | undefined {
    return this.#blocks.find(({ header }) => header.height === height);
  }

  /** The tip once all of them are committed. */
  tip(): ChainTip | undefined {
    const newest = this.#blocks.at(-1);
    return newest && { height: newest.header.height, id: newest.id };
  }

  /** State of an address that one of them names. */
  account(address: string): AccountState | undefined {
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      const state = this.#blocks[index]!.accounts.after.get(address);
      if (state !== undefined) return state;
    }
    return undefined;
  }
}
