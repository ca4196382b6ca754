import { rmSync } from 'node:fs';
import type { ChainReader } from '../../src/chain/chain-reader.ts';
import { findDifference } from './equality.ts';
import { openLedger, type Ledger, type LedgerOptions } from './ledger.ts';

/** A chain that takes blocks one by one, each fully validated, in a process that nothing happens to. */
export class FollowerTwin {
  readonly #ledger: Ledger;

  private constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** @param path where its data directory is made */
  static async begin(
    path: string,
    options: Pick<LedgerOptions, 'projected' | 'network' | 'maxBlockFileSize'> = {},
  ): Promise<FollowerTwin> {
    return new FollowerTwin(await openLedger({ path, pending: false, ...options }));
  }

  /**
   * Takes the source's blocks up to the survivor's tip and compares every confirmed store.
   * @throws Error with the first difference
   */
  async requireEqual(survivor: Ledger, source: ChainReader): Promise<void> {
    const { chain } = this.#ledger;
    const height = survivor.chain.tip()?.height ?? -1;
    if (height >= 0 && chain.tip() === undefined) await chain.initializeGenesis();
    for (let next = (chain.tip()?.height ?? -1) + 1; next <= height; next += 1) {
      await chain.appendBlock((await source.readRawBlock(next))!);
    }
    const projection = survivor.projection && this.#ledger.projection;
    const twin = { ...this.#ledger, projection };
    const difference = await findDifference({ ...survivor, mempool: undefined }, twin);
    if (difference !== undefined) throw new Error(difference);
  }

  async end(): Promise<void> {
    await this.#ledger.close();
    rmSync(this.#ledger.path, { recursive: true });
  }
}
