import type { AccountState, Address } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { TipWithWork } from './chain-reader.ts';
import { forEachInTurns } from './scheduling.ts';
import type { ValidatedBlock } from './block-validation.ts';

/** Cached accounts: those of the last few full blocks, about 10 MiB. */
const RECENT_ACCOUNTS = 50_000;

function newCache(): LRUCache<string, AccountState> {
  // With `max`, lru-cache would allocate all slots at once: 4 ms for 50,000.
  return new LRUCache({ maxSize: RECENT_ACCOUNTS, sizeCalculation: () => 1 });
}

/**
 * Validated blocks above the tip that wait for their commit, lowest first. The next block is validated on top of them
 * while they are written.
 */
export class PendingBlocks {
  #blocks: ValidatedBlock[] = [];
  /**
   * Committed state of the addresses in the newest blocks. Most of them occur again soon, and 79,000 LevelDB reads would
   * take as long as all other main-thread work for a full block.
   */
  #recent = newCache();
  #losses = 0;
  #lossCause: unknown = new Error('nothing was lost');

  get size(): number {
    return this.#blocks.length;
  }

  /** Number of losses so far. If it changes during a validation, the validated block was built on lost ones. */
  get losses(): number {
    return this.#losses;
  }

  /** Cause of the last loss. */
  get lossCause(): unknown {
    return this.#lossCause;
  }

  add(block: ValidatedBlock): void {
    this.#blocks.push(block);
  }

  /** Removes the lowest block, which is committed. */
  async remove(block: ValidatedBlock): Promise<void> {
    const recent = this.#recent;
    await forEachInTurns(block.accounts.after, ([address, state]) => void recent.set(address, state));
    this.#blocks = this.#blocks.filter((other) => other !== block);
  }

  /** Drops all blocks: the lowest could not be committed, so none above it can be. */
  dropAll(cause: unknown): void {
    this.#blocks = [];
    this.#recent = newCache();
    this.#losses += 1;
    this.#lossCause = cause;
  }

  /** Clears the cached accounts, which a disconnected block may have changed. */
  forgetAccounts(): void {
    if (this.#recent.size > 0) this.#recent = newCache();
  }

  at(height: number): ValidatedBlock | undefined {
    return this.#blocks.find(({ header }) => header.height === height);
  }

  /** The tip after the commit of all of them. */
  tip(): TipWithWork | undefined {
    const newest = this.#blocks.at(-1);
    return newest && { height: newest.header.height, id: newest.id, work: newest.work };
  }

  /** State of an address on top of these blocks; `undefined` if neither they nor recent ones contain it. */
  account(address: Address): AccountState | undefined {
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      const state = this.#blocks[index]!.accounts.after.get(address);
      if (state !== undefined) return state;
    }
    return this.#recent.get(address);
  }
}
