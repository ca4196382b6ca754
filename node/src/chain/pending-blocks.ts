import type { AccountState, Address } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { TipWithWork } from './chain-reader.ts';
import { forEachYielding } from './scheduling.ts';
import type { ValidatedBlock } from './block-validation.ts';

/** Maximum number of accounts to cache; they take about 10 MiB. */
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
   * Committed state of the addresses in the newest blocks. Most of them occur again soon. A full block has up to 39,382
   * transactions with two addresses each: 79,000 LevelDB reads would take as long as all other main-thread work for it.
   */
  #recent = newCache();
  #dropCount = 0;
  #dropCause: unknown = new Error('no block was dropped');

  get size(): number {
    return this.#blocks.length;
  }

  /** How often all blocks were dropped. If it changes while a block is validated, the block's parent was dropped. */
  get dropCount(): number {
    return this.#dropCount;
  }

  /** Why blocks were last dropped. */
  get dropCause(): unknown {
    return this.#dropCause;
  }

  add(block: ValidatedBlock): void {
    this.#blocks.push(block);
  }

  /** Removes the lowest block, which is committed. */
  async remove(block: ValidatedBlock): Promise<void> {
    const recent = this.#recent;
    await forEachYielding(block.accounts.after, ([address, state]) => void recent.set(address, state));
    this.#blocks = this.#blocks.filter((other) => other !== block);
  }

  /** Drops all blocks: the lowest could not be committed, so none above it can be. */
  dropAll(cause: unknown): void {
    this.#blocks = [];
    this.#recent = newCache();
    this.#dropCount += 1;
    this.#dropCause = cause;
  }

  /** Clears the cached accounts, which a disconnected block may have changed. */
  forgetAccounts(): void {
    if (this.#recent.size > 0) this.#recent = newCache();
  }

  at(height: number): ValidatedBlock | undefined {
    return this.#blocks.find(({ header }) => header.height === height);
  }

  /** The tip once all of these blocks are committed; `undefined` without any. */
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
