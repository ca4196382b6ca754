import {
  type BlockId,
  blockWork,
  countTransactions,
  decodeBlockHeader,
  DEFAULT_TREE_LIMITS,
  HeaderTree,
  type Network,
  type TreeBlock,
  type TreeLimits,
} from '@cairn/protocol';
import type { ReceivedBlock } from './block-validation.ts';
import { checkpointAt, type ChainStore } from './chain-store.ts';
import type { BlockRules, ChainTip, StaleBlock, TipChange } from './chain-types.ts';

/**
 * Every branch that may still become the chain, and which of them should (PROTOCOL.md section 8): the header tree in memory over
 * the blocks that the store has. It validates nothing. What it knows of invalid blocks ends with the process.
 */
export class ForkChoice {
  readonly #network: Network;
  readonly #store: ChainStore;
  #limits: TreeLimits;
  #tree!: HeaderTree;
  #version = 0;

  private constructor(network: Network, store: ChainStore, limits: TreeLimits) {
    this.#network = network;
    this.#store = store;
    this.#limits = limits;
  }

  /** With the branches in the block files; `addSideBlocks` adds the others. */
  static async open(network: Network, store: ChainStore, limits = DEFAULT_TREE_LIMITS): Promise<ForkChoice> {
    const forkChoice = new ForkChoice(network, store, limits);
    await forkChoice.#createTree();
    return forkChoice;
  }

  /** All branches. */
  get tree(): HeaderTree {
    return this.#tree;
  }

  /** Changes with every change of the tip or of another branch. */
  get version(): number {
    return this.#version;
  }

  /** Prunes to other limits from now on. @throws StorageWriteError */
  async limit(limits: TreeLimits = DEFAULT_TREE_LIMITS): Promise<void> {
    this.#limits = limits;
    await this.prune();
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
        const entry = this.#store.sideEntry(id);
        if (entry === undefined) return [];
        const { header, sizeBytes } = entry;
        return [{ id, header: decodeBlockHeader(header), transactionCount: countTransactions(sizeBytes) }];
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

  /** The header rules for a block on a known one. */
  nextBlockRules({ height, id }: ChainTip): BlockRules {
    const { bits, lastTimestamps } = this.tree.headerContext(id)!;
    return { parent: { height, id }, bits, lastTimestamps };
  }

  /** Checks a block's header on its parent (`HeaderTree.receive`), and inserts it. */
  receive({ raw, header, id }: ReceivedBlock, now: number | undefined): TreeBlock | undefined {
    return this.tree.receive(raw, now, { header, id });
  }

  /** Adds a valid block that is in the block files, or is about to be. */
  addStored({ id, header }: Pick<ReceivedBlock, 'id' | 'header'>): void {
    this.#version += 1;
    this.tree.insert({ ...header, id });
    this.tree.addBody(id, 0);
  }

  /** Call after each write that moved the newest block on disk. @throws StorageWriteError */
  async setActive({ id }: ChainTip): Promise<void> {
    this.#version += 1;
    if (this.tree.get(id) === undefined) {
      await this.#createTree(); // a devnet went back below the oldest block of the tree
      await this.addSideBlocks();
    } else this.tree.setActive(id);
    await this.prune();
  }

  /**
   * Stores a valid block that is not on top of the chain.
   * @returns false if its branch was pruned meanwhile: it is not kept then
   * @throws StorageWriteError
   */
  async storeSideBlock({ id, raw, header }: ReceivedBlock): Promise<boolean> {
    this.#version += 1;
    await this.#store.side.put({ id, raw });
    const isKept = this.tree.insert({ ...header, id }) !== undefined;
    if (isKept) this.tree.addBody(id, raw.length);
    else await this.#drop([id]);
    await this.prune();
    return isKept;
  }

  /** Adds the blocks of `side/` in the order of their arrival. Those that no branch needs are removed. @throws StorageWriteError */
  async addSideBlocks(): Promise<void> {
    this.#version += 1;
    const { tree } = this;
    const blocks = await this.#store.side.blocks();
    insertHeaders(tree, blocks);
    const isUnneeded = (id: BlockId): boolean => tree.get(id)?.hasBody !== false;
    await this.#store.side.remove(blocks.map(({ id }) => id).filter(isUnneeded));
    for (const { id, sizeBytes } of blocks) if (tree.get(id) !== undefined) tree.addBody(id, sizeBytes);
    await this.prune();
  }

  /** Prunes the tree to its limits. @throws StorageWriteError */
  async prune(): Promise<void> {
    await this.#drop(this.tree.prune(this.#limits));
  }

  /** Marks a block and its descendants as invalid, and drops their bytes. @throws StorageWriteError */
  async markInvalid(id: BlockId): Promise<void> {
    if (this.tree.get(id) === undefined) return;
    this.#version += 1;
    await this.#drop(this.tree.invalidate(id));
  }

  /** Forgets a block that is not in the chain, and its descendants, as if they had never arrived. @throws StorageWriteError */
  async forget(id: BlockId): Promise<void> {
    const block = this.tree.get(id);
    if (block === undefined || block.isActive) return;
    this.#version += 1;
    await this.#drop(this.tree.remove(id));
  }

  /** Forgets branches with at least the work of a block of the chain, which is to become the tip. @throws StorageWriteError */
  async forgetAtLeastAsHeavy(id: BlockId): Promise<void> {
    const limit = this.tree.get(id)?.work ?? 0n;
    for (;;) {
      const end = this.tree.ends().find(({ block }) => !block.isActive && block.work >= limit);
      if (end === undefined) return;
      let lowest = end.block;
      while (!lowest.parent!.isActive && lowest.parent!.work >= limit) lowest = lowest.parent!;
      await this.forget(lowest.id);
    }
  }

  /** Drops what the store has of blocks that are not in the chain. */
  async #drop(ids: readonly BlockId[]): Promise<void> {
    await this.#store.forgetLeft(ids.filter((id) => this.#store.left(id) !== undefined));
    await this.#store.side.remove(ids.filter((id) => this.#store.side.entry(id) !== undefined));
  }

  /**
   * Creates the tree from the newest blocks of the chain, and those that left it, in the order of the block files: of two branches of
   * equal work, that is the order of their arrival.
   */
  async #createTree(): Promise<void> {
    const { latest } = this.#store;
    const { height: tipHeight, work: tipWork, id: tip } = latest.tip;
    const baseHeight = Math.max(0, tipHeight - this.#limits.depth);
    const above = Array.from({ length: tipHeight - baseHeight }, (_, at) =>
      latest.block(baseHeight + 1 + at)!,
    );
    const work = above.reduce((rest, { header }) => rest - blockWork(header.bits), tipWork);
    const tree = new HeaderTree(this.#network, { ...checkpointAt(latest, baseHeight), work });
    for (const { id, header } of above) tree.insert({ ...header, id });
    const left = await this.#store.leftBlocks();
    insertHeaders(tree, left);
    const kept = left.filter(({ id }) => tree.get(id) !== undefined);
    await this.#store.forgetLeft(left.filter(({ id }) => tree.get(id) === undefined).map(({ id }) => id));
    const inFiles = [...above, ...kept].toSorted((a, b) => a.file - b.file || a.offset - b.offset);
    for (const { id } of inFiles) tree.addBody(id, 0);
    tree.setActive(tip);
    this.#tree = tree;
  }
}

/** Parents first. */
function insertHeaders(
  tree: HeaderTree,
  blocks: readonly { readonly id: BlockId; readonly header: Uint8Array }[],
): void {
  const headers = blocks.map(({ id, header }) => ({ ...decodeBlockHeader(header), id }));
  for (const header of headers.sort((a, b) => a.height - b.height)) tree.insert(header);
}
