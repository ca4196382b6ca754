import type { AccountState } from '@cairn/protocol';
import type { ChainTip } from './chain-reader.ts';
import type { ValidatedBlock } from './validated-block.ts';

/** Accounts that are remembered at the most once their block is committed. */
const REMEMBERED_ACCOUNTS = 50_000;

/**
 * Blocks above the tip that are validated and wait for their commit, lowest first: what the next one is validated on
 * top of while they are still being written.
 */
export class Prospects {
  #blocks: ValidatedBlock[] = [];
  /** Committed state of the addresses that the newest blocks named: most of them are named again soon. */
  readonly #recent = new Map<string, AccountState>();
  #losses = 0;
  #lossCause: unknown = new Error('nothing was lost');

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
    if (this.#recent.size > REMEMBERED_ACCOUNTS) this.#recent.clear();
    for (const [address, state] of block.accounts.after) this.#recent.set(address, state);
  }

  /** The lowest of them cannot be committed: neither can those that build on it. */
  giveUp(cause: unknown): void {
    this.#blocks = [];
    this.#recent.clear();
    this.#losses += 1;
    this.#lossCause = cause;
  }

  /** The newest block is taken off again: what was remembered may not hold. */
  forgetAccounts(): void {
    this.#recent.clear();
  }

  at(height: number): ValidatedBlock | undefined {
    return this.#blocks.find(({ header }) => header.height === height);
  }

  /** The tip once all of them are committed. */
  tip(): ChainTip | undefined {
    const newest = this.#blocks.at(-1);
    return newest && { height: newest.header.height, id: newest.id };
  }

  /** State, with all of them, of an address that they or the blocks right below them name. */
  account(address: string): AccountState | undefined {
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      const state = this.#blocks[index]!.accounts.after.get(address);
      if (state !== undefined) return state;
    }
    return this.#recent.get(address);
  }
}
