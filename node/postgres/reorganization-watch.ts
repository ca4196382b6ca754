import type { BlockId } from '@cairn/protocol';
import type { ChainTip, Reorganization } from '../src/chain/chain-reader.ts';

/** A tip, and the newest blocks below it by height: as many as are known. */
export interface SeenChain {
  readonly tip: ChainTip | undefined;
  readonly blocks: ReadonlyMap<number, Pick<ChainTip, 'id'>>;
}

/**
 * Recognizes reorganizations in what a database shows of its chain over time. The node steps back and appends a block a
 * transaction, so that a replica may see none, some or all of the states in between: blocks that were taken out count as
 * left once another block takes the place of the lowest of them.
 */
export class ReorganizationWatch {
  /** Blocks that were taken out and not replaced yet, newest first. */
  #takenOut: ChainTip[] = [];

  /** @returns the reorganization that shows with `now`; `undefined` without one, or if it is deeper than the known blocks */
  follow(before: SeenChain, now: SeenChain): Reorganization | undefined {
    const disconnected = disconnectedBlocks(before, now);
    if (disconnected === undefined || now.tip === undefined) {
      this.#takenOut = [];
      return undefined;
    }
    this.#takenOut.push(...disconnected);
    // A block that came back was not left.
    while (isIn(now, this.#takenOut.at(-1))) this.#takenOut.pop();
    const newest = this.#takenOut[0];
    const lowest = this.#takenOut.at(-1);
    if (newest === undefined || lowest === undefined || now.tip.height < lowest.height) return undefined;
    const connected: BlockId[] = [];
    for (let { height } = lowest; height <= now.tip.height; height += 1) {
      connected.push(now.blocks.get(height)!.id);
    }
    const left = this.#takenOut;
    this.#takenOut = [];
    return {
      oldTip: newest,
      newTip: now.tip,
      commonHeight: lowest.height - 1,
      disconnected: left.map(({ id }) => id),
      connected,
    };
  }
}

function isIn({ blocks }: SeenChain, block: ChainTip | undefined): boolean {
  return block !== undefined && blocks.get(block.height)?.id === block.id;
}

/** Blocks of the earlier chain that the later one lacks, newest first; `undefined` where no common block is known. */
function disconnectedBlocks(before: SeenChain, now: SeenChain): ChainTip[] | undefined {
  if (before.tip === undefined || now.tip === undefined) return undefined;
  const disconnected: ChainTip[] = [];
  for (let { height } = before.tip; height >= 0; height -= 1) {
    const id = before.blocks.get(height)?.id;
    const isAbove = height > now.tip.height;
    if (id === undefined || (!isAbove && !now.blocks.has(height))) return undefined;
    if (!isAbove && now.blocks.get(height)!.id === id) return disconnected;
    disconnected.push({ height, id });
  }
  return undefined;
}
