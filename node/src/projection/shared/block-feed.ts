import { Piscina } from 'piscina';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import type { ProvenBlock } from '../../whole-blocks/block-proof.ts';
import { ProjectionError } from '../projection-store.ts';
import { readPlacedBlock, sourceBlock, type SourceBlock } from './block-source.ts';

/** Blocks that are proven before they are asked for, of up to 8 MiB each: a second one costs memory and saves no time. */
const AHEAD = 1;

/** Where a thread that writes the projection gets its blocks. */
export class BlockFeed {
  /**
   * A thread that proves blocks ahead; there only during a backfill. Hashing costs about as much as writing rows: a
   * backfill takes half the time where both go on at once.
   */
  #prover: Piscina<BlockPlace, ProvenBlock> | undefined;
  /** By block ID: blocks that the prover was asked for and that were not taken yet. */
  readonly #ahead = new Map<string, Promise<ProvenBlock>>();

  /**
   * Gives blocks in order, one at a time: one may have 8 MiB.
   * @param upcoming blocks that will probably be asked for next; none at the end of a backfill
   * @throws ProjectionError `block_unreadable`
   */
  async *read(places: readonly BlockPlace[], upcoming: readonly BlockPlace[]): AsyncGenerator<SourceBlock> {
    const all = [...places, ...upcoming];
    if (upcoming.length > 0) this.#prover ??= startProver();
    for (const [index, place] of places.entries()) {
      this.#proveAhead(all.slice(index, index + 1 + AHEAD));
      yield sourceBlock(place, await this.#take(place));
    }
    if (upcoming.length === 0) await this.close();
    else this.#proveAhead(upcoming.slice(0, AHEAD));
  }

  async close(): Promise<void> {
    const prover = this.#prover;
    this.#prover = undefined;
    this.#ahead.clear();
    await prover?.destroy();
  }

  /** Asks for those of the next blocks that were not asked for, and drops any other that was. */
  #proveAhead(next: readonly BlockPlace[]): void {
    if (this.#prover === undefined) return;
    for (const id of this.#ahead.keys()) if (next.every((place) => place.id !== id)) this.#ahead.delete(id);
    for (const place of next) {
      if (this.#ahead.has(place.id) || place.validated !== undefined) continue;
      const proving = this.#prover.run(place);
      proving.catch(() => undefined); // reported when the block is taken
      this.#ahead.set(place.id, proving);
    }
  }

  async #take(place: BlockPlace): Promise<ProvenBlock> {
    if (place.validated !== undefined) return place.validated;
    const proving = this.#ahead.get(place.id);
    this.#ahead.delete(place.id);
    if (proving === undefined) return readPlacedBlock(place);
    try {
      return await proving;
    } catch (error) {
      throw new ProjectionError('block_unreadable', (error as Error).message, { cause: error });
    }
  }
}

function startProver(): Piscina<BlockPlace, ProvenBlock> {
  return new Piscina({
    filename: new URL('prover-thread.ts', import.meta.url).href,
    maxThreads: 1,
    maxQueue: 1 + AHEAD,
    idleTimeout: Infinity,
    execArgv: [], // without the process's own flags: `--input-type` is refused for a thread that runs a file
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
}
