import {
  type BlockHeader,
  type BlockId,
  blockSize,
  blockWork,
  type BranchEnd,
  type BranchPath,
  countTransactions,
  decodeBlockHeader,
  DEFAULT_TREE_LIMITS,
  HEADER_SIZE,
  HeaderTree,
  MEDIAN_TIME_SPAN,
  type Network,
  type TreeBlock,
  type TreeLimits,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { CoreStore } from '../storage/core-store.ts';
import { SideStore, type SideBlock } from '../storage/side-store.ts';
import type { StaleBlock, TipWithWork } from './chain-reader.ts';

interface BranchesOptions {
  /** `side/`; `undefined` for a read-only data directory, where no side block is known. */
  readonly path: string | undefined;
  readonly network: Network;
  readonly core: CoreStore;
  readonly logger: Logger;
  readonly limits?: TreeLimits;
}

/**
 * Every branch that may still become the chain: the header tree in memory, and the side blocks in `side/`. `Chain`
 * validates blocks and reports the results here.
 */
export class Branches {
  readonly #options: BranchesOptions;
  readonly #store: SideStore | undefined;
  /** `undefined` until the genesis block is stored. */
  #tree: HeaderTree | undefined;
  #version = 0;

  private constructor(options: BranchesOptions, store: SideStore | undefined) {
    this.#options = options;
    this.#store = store;
  }

  /** @throws LevelError when `side/` cannot be used */
  static async open(options: BranchesOptions): Promise<Branches> {
    const { path, core, logger } = options;
    const opened = path === undefined ? undefined : await SideStore.open(path, logger);
    const branches = new Branches(options, opened?.store);
    const tip = core.tip();
    if (tip !== undefined) {
      branches.#createTree(tip);
      await branches.#load(opened?.blocks ?? []);
    }
    return branches;
  }

  /** The tree of all branches. @throws RangeError before the genesis block is stored */
  get tree(): HeaderTree {
    if (this.#tree === undefined) throw new RangeError('a chain without a genesis block has no branches');
    return this.#tree;
  }

  /** The path to the branch with the most work; `undefined` if the chain already follows it. */
  pendingReorganization(): BranchPath | undefined {
    return this.#tree?.reorganization();
  }

  /** The tips of all branches, most work first. */
  tips(): BranchEnd[] {
    return this.#tree?.ends() ?? [];
  }

  /** Changes with every change of the tip or of a side branch. */
  get version(): number {
    return this.#version;
  }

  /** Complete blocks that are not canonical, highest first. @throws LevelError */
  staleBlocks(limit: number): StaleBlock[] {
    const stale = new Set<TreeBlock>();
    for (const { block, state } of this.tips()) {
      if (state !== 'valid') continue;
      for (let at = block; !at.isActive; at = at.parent!) stale.add(at);
    }
    return [...stale]
      .sort((a, b) => b.height - a.height)
      .slice(0, limit)
      .flatMap(({ id }) => {
        const entry = this.#store?.entry(id);
        if (entry === undefined) return [];
        return [
          { id, header: decodeBlockHeader(entry.header), transactionCount: countTransactions(entry.size) },
        ];
      });
  }

  /** Bytes of a side block; `undefined` if they are not stored. @throws LevelError */
  body(id: BlockId): Uint8Array | undefined {
    return this.#store?.body(id);
  }

  /** Call for a validated block on top of the tip, before its commit. */
  addAccepted(id: BlockId, header: BlockHeader, size: number): void {
    this.#tree?.insert({ ...header, id });
    this.#tree?.addBody(id, size);
  }

  /** Call after each change of the tip. */
  async setTip(tip: TipWithWork): Promise<void> {
    this.#version += 1;
    if (this.#tree === undefined) this.#createTree(tip);
    else this.#tree.setActive(tip.id);
    await this.prune();
  }

  /** Stores a valid side block. @throws StorageWriteError, LevelError */
  async storeSideBlock(id: BlockId, raw: Uint8Array): Promise<void> {
    this.#version += 1;
    await this.#store?.put([{ id, raw }]);
    this.tree.addBody(id, raw.length);
    await this.prune();
  }

  /** Prunes the tree to its limits. */
  async prune(): Promise<void> {
    await this.deleteStored(this.tree.prune(this.#limits));
  }

  /** Copies canonical blocks to `side/` before they are disconnected. @throws StorageWriteError, LevelError */
  async copyToSideStore(
    blocks: readonly { readonly id: BlockId; readonly raw: Uint8Array }[],
  ): Promise<void> {
    const missing = blocks.filter(({ id }) => this.#store?.body(id) === undefined);
    if (missing.length > 0) await this.#store?.put(missing);
  }

  /** Marks a block and its descendants as invalid. */
  async markInvalid(id: BlockId, raw: Uint8Array): Promise<void> {
    this.#version += 1;
    const invalidated = this.tree.invalidate(id);
    const descendants = invalidated.filter((other) => other !== id);
    await this.#store?.putInvalid(id, raw.subarray(0, HEADER_SIZE), descendants);
  }

  /** Forgets a side block and its descendants, as if they had never arrived. */
  async forget(id: BlockId): Promise<void> {
    this.#version += 1;
    const block = this.#tree?.get(id);
    if (block === undefined || block.isActive) return;
    await this.deleteStored(this.tree.remove(id));
  }

  /** Forgets side blocks with more work than this canonical block. Call it before disconnecting the blocks above it. */
  async forgetHeavierThan(id: BlockId): Promise<void> {
    const limit = this.tree.get(id)?.work ?? 0n;
    for (const { block } of this.tips()) {
      let lowest: TreeBlock | undefined;
      for (let at = block; !at.isActive && at.work > limit; at = at.parent!) lowest = at;
      if (lowest !== undefined) await this.forget(lowest.id);
    }
  }

  /** Deletes blocks from `side/`. An error is only logged; the next start deletes the remaining ones. */
  async deleteStored(ids: readonly BlockId[]): Promise<void> {
    try {
      await this.#store?.remove(ids);
    } catch (error) {
      this.#options.logger.warn(`Side blocks could not be removed: ${(error as Error).message}`);
    }
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  get #limits(): TreeLimits {
    return this.#options.limits ?? DEFAULT_TREE_LIMITS;
  }

  #headerAt(height: number): BlockHeader {
    return decodeBlockHeader(this.#options.core.block(height)!.header);
  }

  /** Creates the tree from the newest canonical blocks. */
  #createTree({ height: tipHeight, work: tipWork }: TipWithWork): void {
    const { core, network } = this.#options;
    const baseHeight = Math.max(0, tipHeight - this.#limits.depth);
    const above = Array.from({ length: tipHeight - baseHeight }, (_, index) => baseHeight + 1 + index);
    const headers = above.map((height) => this.#headerAt(height));
    const work = headers.reduce((rest, { bits }) => rest - blockWork(bits), tipWork);
    const first = Math.max(0, baseHeight - MEDIAN_TIME_SPAN + 1);
    const timestamps = Array.from(
      { length: baseHeight - first + 1 },
      (_, index) => this.#headerAt(first + index).timestamp,
    );
    const anchorTimestamp = baseHeight === 0 ? undefined : this.#headerAt(1).timestamp;
    const base = { id: core.block(baseHeight)!.id, height: baseHeight, work, timestamps, anchorTimestamp };
    const tree = new HeaderTree(network, base);
    headers.forEach((header, index) => {
      const { id, transactionCount } = core.block(above[index]!)!;
      tree.insert({ ...header, id });
      tree.addBody(id, blockSize(transactionCount));
      tree.setActive(id);
    });
    this.#tree = tree;
  }

  /** Adds the blocks of `side/` in the order of their arrival, and deletes those that no branch needs. */
  async #load(blocks: readonly SideBlock[]): Promise<void> {
    const tree = this.tree;
    const unneeded: BlockId[] = [];
    const byHeight = blocks
      .map((block) => ({ ...block, decoded: decodeBlockHeader(block.header) }))
      .sort((a, b) => a.decoded.height - b.decoded.height);
    const known: typeof byHeight = [];
    for (const block of byHeight) {
      const node = tree.insert({ ...block.decoded, id: block.id });
      if (node === undefined || node.isActive) unneeded.push(block.id);
      else known.push(block);
    }
    for (const { id, isInvalid } of known) if (isInvalid) tree.invalidate(id);
    for (const { id, size, isInvalid } of known.sort((a, b) => a.arrival - b.arrival)) {
      if (!isInvalid) tree.addBody(id, size);
    }
    await this.deleteStored(unneeded);
  }
}
