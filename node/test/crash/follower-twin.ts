import { rmSync } from 'node:fs';
import type { Chain } from '../../src/chain/chain.ts';
import { findDifference } from './equality.ts';
import { openStores, type Stores, type StoresOptions } from './stores.ts';

/** Reference stores: they receive the same blocks one by one, each fully validated, and suffer no fault. */
export class FollowerTwin {
  readonly #stores: Stores;

  private constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** @param path of its new data directory */
  static async begin(
    path: string,
    options: Pick<StoresOptions, 'projected' | 'network' | 'maxBlockFileSize'> = {},
  ): Promise<FollowerTwin> {
    return new FollowerTwin(await openStores({ path, pending: false, ...options }));
  }

  /**
   * Appends the source's blocks up to the survivor's tip and compares every store but the mempool.
   * @throws Error with the first difference
   */
  async requireEqual(survivor: Stores, source: Chain): Promise<void> {
    const { chain } = this.#stores;
    for (let next = chain.tip().height + 1; next <= survivor.chain.tip().height; next += 1) {
      await chain.appendBlock((await source.view.rawBlock(next))!);
    }
    const projection = survivor.projection && this.#stores.projection;
    const twin = { ...this.#stores, projection };
    const difference = await findDifference({ ...survivor, mempool: undefined }, twin);
    if (difference !== undefined) throw new Error(difference);
  }

  async end(): Promise<void> {
    await this.#stores.close();
    rmSync(this.#stores.path, { recursive: true });
  }
}
