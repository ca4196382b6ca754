import {
  type BlockHeader,
  type BlockId,
  blockWork,
  countTransactions,
  decodeBlockHeader,
  DEFAULT_TREE_LIMITS,
  HEADER_SIZE,
  HeaderTree,
  type Network,
  type TreeBlock,
  type TreeLimits,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { SideBlock, SideStore } from '../storage/side-store.ts';
import type { ReceivedBlock } from './block-validation.ts';
import { checkpointAt, type ChainStore } from './chain-store.ts';
import type { BlockRules, ChainTip, StaleBlock, TipChange, TipWithWork } from './chain-types.ts';

interface ForkChoiceOptions {
  readonly network: Network;
  /** The chain, from which the tree is made. */
  readonly store: Pick<ChainStore, 'head' | 'live'>;
  readonly side: SideStore;
  readonly logger: Logger;
  readonly limits?: TreeLimits | undefined;
}

/**
 * Every branch that may still become the chain, and which of them should (PROTOCOL.md section 8): the header tree in memory, and
 * the side blocks in `side/`. It validates nothing.
 */
export class ForkChoice {
  readonly #options: ForkChoiceOptions;
  readonly #limits: TreeLimits;
  #tree: HeaderTree;
  #version = 0;

  private constructor(options: ForkChoiceOptions) {
    this.#options = options;
    this.#limits = options.limits ?? DEFAULT_TREE_LIMITS;
    this.#tree = this.#createTree(options.store.head);
  }

  /** @throws LevelError when `side/` cannot be read */
  static async open(options: ForkChoiceOptions): Promise<ForkChoice> {
    const forkChoice = new ForkChoice(options);
    await forkChoice.deleteStored(await forkChoice.#addSideBlocks());
    return forkChoice;
  }

  /** All branches. */
  get tree(): HeaderTree {
    return this.#tree;
  }

  /** Changes with every change of the tip or of a side branch. */
  get version(): number {
    return this.#version;
  }

  /** Complete blocks that are not canonical, highest first. @throws LevelError */
  staleBlocks(limit: number): StaleBlock[] {
    const stale = new Set<TreeBlock>();
    for (const { block, state } of this.tree.ends()) {
      if (state !== 'valid') continue;
      for (let at = block; !at.isActive; at = at.parent!) stale.add(at);
    }
    return [...stale]
      .sort((a, b) => b.height - a.height)
      .slice(0, limit)
      .flatMap(({ id }) => {
        const entry = this.#options.side.entry(id);
        if (entry === undefined) return [];
        return [
          { id, header: decodeBlockHeader(entry.header), transactionCount: countTransactions(entry.size) },
        ];
      });
  }

  /** The change from a former tip to another; `undefined` for a block that is no longer known. */
  changeBetween(from: BlockId, newTip: ChainTip): TipChange | undefined {
    const oldTip = this.tree.get(from);
    if (oldTip === undefined || this.tree.get(newTip.id) === undefined) return undefined;
    const { commonAncestor, disconnect, connect } = this.tree.path(from, newTip.id);
    return {
      oldTip: { height: oldTip.height, id: from },
      newTip,
      commonHeight: commonAncestor.height,
      disconnected: disconnect.map(({ id }) => id),
      connected: connect.map(({ id }) => id),
    };
  }

  /** Bytes of a side block; `undefined` if they are not stored. @throws LevelError */
  body(id: BlockId): Uint8Array | undefined {
    return this.#options.side.body(id);
  }

  /** The header rules for a block on a known one. */
  nextBlockRules({ height, id }: ChainTip): BlockRules {
    const { bits, lastTimestamps } = this.tree.headerContext(id)!;
    return { parent: { height, id }, bits, lastTimestamps };
  }

  /** Checks a block's header on its parent (`HeaderTree.receive`), and inserts it. */
  receive({ raw, header, id }: ReceivedBlock, now: number | undefined): TreeBlock | undefined {
    return this.tree.receive(raw, now, { header, id });
  }

  /** Call for a valid block on top of the chain, before or after its commit. */
  addValid({ id, raw, header }: ReceivedBlock): void {
    this.tree.insert({ ...header, id });
    this.tree.addBody(id, raw.length);
  }

  /** Call after each change of the head. */
  async setHead({ id }: ChainTip): Promise<void> {
    this.#version += 1;
    if (this.tree.get(id) === undefined) {
      // A devnet stepped back below the oldest block of the tree.
      this.#tree = this.#createTree(this.#options.store.head);
      await this.#addSideBlocks(); // all stay in `side/`: readers have blocks that are still to be left
    } else this.tree.setActive(id);
    await this.prune();
  }

  /**
   * Stores a valid side block.
   * @returns false if its branch was pruned meanwhile: it is not kept then
   * @throws StorageWriteError, LevelError
   */
  async storeSideBlock({ id, raw, header }: ReceivedBlock): Promise<boolean> {
    this.#version += 1;
    await this.#options.side.put({ id, raw });
    const isKept = this.tree.insert({ ...header, id }) !== undefined;
    if (isKept) this.tree.addBody(id, raw.length);
    else await this.deleteStored([id]);
    await this.prune();
    return isKept;
  }

  /** Prunes the tree to its limits. */
  async prune(): Promise<void> {
    await this.deleteStored(this.tree.prune(this.#limits));
  }

  /** Marks a block and its descendants as invalid. @throws StorageWriteError, LevelError */
  async markInvalid({ id, raw }: { readonly id: BlockId; readonly raw: Uint8Array }): Promise<void> {
    if (this.tree.get(id) === undefined) return;
    this.#version += 1;
    const invalidated = this.tree.invalidate(id);
    const descendants = invalidated.filter((other) => other !== id);
    await this.#options.side.putInvalid(id, raw.subarray(0, HEADER_SIZE), descendants);
  }

  /** Forgets a side block and its descendants, as if they had never arrived. */
  async forget(id: BlockId): Promise<void> {
    this.#version += 1;
    const block = this.tree.get(id);
    if (block === undefined || block.isActive) return;
    await this.deleteStored(this.tree.remove(id));
  }

  /** Forgets side blocks with more work than this canonical block. Call it before disconnecting the blocks above it. */
  async forgetHeavierThan(id: BlockId): Promise<void> {
    const limit = this.tree.get(id)?.work ?? 0n;
    for (;;) {
      const end = this.tree.ends().find(({ block }) => !block.isActive && block.work > limit);
      if (end === undefined) return;
      let lowest = end.block;
      while (!lowest.parent!.isActive && lowest.parent!.work > limit) lowest = lowest.parent!;
      await this.forget(lowest.id);
    }
  }

  /** Deletes blocks from `side/`. An error is only logged; the next start deletes the remaining ones. */
  async deleteStored(ids: readonly BlockId[]): Promise<void> {
    try {
      await this.#options.side.remove(ids);
    } catch (error) {
      this.#options.logger.warn(`Side blocks could not be removed: ${(error as Error).message}`);
    }
  }

  /** Creates the tree from the newest canonical blocks. */
  #createTree({ height: tipHeight, work: tipWork }: TipWithWork): HeaderTree {
    const { store, network } = this.#options;
    const baseHeight = Math.max(0, tipHeight - this.#limits.depth);
    const above = Array.from({ length: tipHeight - baseHeight }, (_, index) =>
      store.live.block(baseHeight + 1 + index)!,
    );
    const work = above.reduce((rest, { header }) => rest - blockWork(header.bits), tipWork);
    const base = { ...checkpointAt(store.live, baseHeight), work };
    const tree = new HeaderTree(network, base);
    for (const { id, header, sizeBytes } of above) {
      tree.insert({ ...header, id });
      tree.addBody(id, sizeBytes);
      tree.setActive(id);
    }
    return tree;
  }

  /** Adds the blocks of `side/` in the order of their arrival. @returns those that no branch needs */
  async #addSideBlocks(): Promise<BlockId[]> {
    const { tree } = this;
    const blocks = await this.#options.side.blocks();
    const headers = blocks.map((block): [SideBlock, BlockHeader] => [block, decodeBlockHeader(block.header)]);
    const unneeded: BlockId[] = [];
    const known: SideBlock[] = [];
    for (const [block, header] of headers.sort(([, a], [, b]) => a.height - b.height)) {
      const node = tree.insert({ ...header, id: block.id });
      if (node === undefined || node.isActive) unneeded.push(block.id);
      else known.push(block);
    }
    for (const { id, isInvalid } of known) if (isInvalid) tree.invalidate(id);
    for (const { id, size, isInvalid } of known.sort((a, b) => a.arrival - b.arrival)) {
      if (!isInvalid) tree.addBody(id, size);
    }
    return unneeded;
  }
}
