import type { BlockPlace } from '../../chain/chain-reader.ts';
import { BlockProver } from './block-prover.ts';
import { readBlock, type SourceBlock } from './block-source.ts';

/** Where a thread that writes the projection has its blocks from. */
export class BlockFeed {
  /** There only while there is a lot to read. */
  #prover: BlockProver | undefined;

  /**
   * Gives blocks in order, one at a time: one may have 8 MiB. Where many come, another thread reads them meanwhile.
   * @param upcoming what will be asked for next, as far as that is known; none at the end of a lot
   * @throws ProjectionError `block_unreadable`, `storage_failed`
   */
  *read(places: readonly BlockPlace[], upcoming: readonly BlockPlace[]): Generator<SourceBlock> {
    if (upcoming.length > 0) this.#prover ??= new BlockProver();
    yield* this.#prover?.prove(places, upcoming) ?? places.values().map(readBlock);
    if (upcoming.length === 0) this.close();
  }

  close(): void {
    void this.#prover?.close();
    this.#prover = undefined;
  }
}
