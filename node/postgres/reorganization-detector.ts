import type { BlockId } from '@cairn/protocol';
import type { ChainTip, TipChange } from '../src/chain/chain-types.ts';

/** A tip, and as many of the newest blocks as are known, by height. */
export interface SeenChain {
  readonly tip: ChainTip | undefined;
  readonly blocks: ReadonlyMap<number, Pick<ChainTip, 'id'>>;
}

/**
 * Detects reorganizations from successive states of a database. In a reorganization the node commits several transactions, so
 * that a replica may see none, some or all of the intermediate states. Disconnected blocks become a reorganization once another
 * block replaces the lowest of them.
 */
export class ReorganizationDetector {
  /** Blocks that were disconnected and not replaced yet, newest first. */
  #disconnected: ChainTip[] = [];

  /** @returns the reorganization that `now` completes; `undefined` without one, or if it is deeper than the known blocks */
  detect(before: SeenChain, now: SeenChain): TipChange | undefined {
    const disconnected = disconnectedBlocks(before, now);
    if (disconnected === undefined || now.tip === undefined) {
      this.#disconnected = [];
      return undefined;
    }
    this.#disconnected.push(...disconnected);
    // A block that was connected again was not replaced.
    while (isIn(now, this.#disconnected.at(-1))) this.#disconnected.pop();
    const newest = this.#disconnected[0];
    const lowest = this.#disconnected.at(-1);
    if (newest === undefined || lowest === undefined || now.tip.height < lowest.height) return undefined;
    const connected: BlockId[] = [];
    for (let { height } = lowest; height <= now.tip.height; height += 1) {
      connected.push(now.blocks.get(height)!.id);
    }
    const replaced = this.#disconnected;
    this.#disconnected = [];
    return {
      oldTip: newest,
      newTip: now.tip,
      commonHeight: lowest.height - 1,
      disconnected: replaced.map(({ id }) => id),
      connected,
    };
  }
}

function isIn({ blocks }: SeenChain, block: ChainTip | undefined): boolean {
  return block !== undefined && blocks.get(block.height)?.id === block.id;
}

/** Blocks of the earlier chain that the later one lacks, newest first; `undefined` if no common block is known. */
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
