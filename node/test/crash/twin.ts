import { rmSync } from 'node:fs';
import { blockId } from '@cairn/protocol';
import { blocksOf } from '@cairn/chain/test-support';
import { findDifference } from './equality.ts';
import { openStores, type Stores, type StoresOptions } from './stores.ts';

/** Stores that receive the blocks of one chain alone, each fully validated, and suffer no fault. */
export class Twin {
  readonly #options: StoresOptions;
  stores: Stores;

  private constructor(options: StoresOptions, stores: Stores) {
    this.#options = options;
    this.stores = stores;
  }

  /** @param options with the path of a new data directory */
  static async begin(options: StoresOptions): Promise<Twin> {
    return new Twin(options, await openStores({ pending: false, ...options }));
  }

  /**
   * Gives it the blocks of a chain. If it has others, it begins anew.
   * @param blocks without the genesis block
   */
  async reach(blocks: readonly Uint8Array[]): Promise<void> {
    const { height, id } = this.stores.chain.tip();
    const isBelow = height === 0 || (height <= blocks.length && blockId(blocks[height - 1]!) === id);
    if (!isBelow) {
      await this.end();
      this.stores = await openStores({ pending: false, ...this.#options });
    }
    const { chain } = this.stores;
    await Promise.all(blocks.slice(chain.tip().height).map((raw) => chain.appendBlock(raw)));
  }

  /** @throws Error with the first difference between the stores that both have, once it has the survivor's chain */
  async requireEqual(survivor: Stores, blocks?: readonly Uint8Array[]): Promise<void> {
    await this.reach(blocks ?? (await blocksOf(survivor)).slice(1));
    const { mempool, projection } = this.stores;
    const difference = await findDifference(
      { ...survivor, mempool: mempool && survivor.mempool },
      { ...this.stores, projection: survivor.projection && projection },
    );
    if (difference !== undefined) throw new Error(difference);
  }

  async end(): Promise<void> {
    await this.stores.close();
    rmSync(this.stores.path, { recursive: true });
  }
}
